import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { Inspector } from '../state/shell/inspector.ts';
import type { OpenedRecording } from '../state/shell/opened-recording.ts';
import { parseInstant } from '../text/time.ts';
import { useClock } from './use-clock.ts';

/** The last moment of a recording, in microseconds since its start; the current time while it is live. */
export function useLastMoment(inspector: Inspector, recording: OpenedRecording): ReadonlySignal<number> {
  const now = useClock(inspector, recording.isLive.value);
  return useComputed(() => {
    const duration = recording.overview.value?.duration ?? 0;
    return recording.isLive.value
      ? Math.max(duration, (now.value - parseInstant(recording.summary.value.startedAt)) * 1000)
      : duration;
  });
}
