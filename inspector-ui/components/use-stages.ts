import { useEffect, useState } from 'preact/hooks';

/** Counts up to `count`, one a frame, so that a large view is drawn in parts and keys work in between. */
export function useStages(count: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage >= count) return undefined;
    const frame = requestAnimationFrame(() => setStage(stage + 1));
    return () => cancelAnimationFrame(frame);
  }, [stage, count]);
  return stage;
}
