import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** False when a component is first rendered, true from the next task on: splits a long first render in two. */
export function useNextTask(): boolean {
  const isDue = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => void (isDue.value = true));
    return () => clearTimeout(timer);
  }, []);
  return isDue.value;
}
