import type { Backend, StartTimer } from '../../backends/backend.ts';
import { createFetched } from '../page/fetched.ts';

export interface RecordingValuePorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'listen'>;
  readonly startTimer: StartTimer;
}

/** A value about a whole recording: fetched now, and again after every change and reconnect. */
export function createRecordingValue<T>(
  { recording, backend, startTimer }: RecordingValuePorts,
  fetch: (recording: string, signal: AbortSignal) => Promise<T>,
) {
  const { fetched, refresh, retry, again, dispose } = createFetched((signal) => fetch(recording, signal), startTimer);
  const stopListening = backend.listen((event) => {
    const isOurs = event.kind === 'changed' && event.recording === recording;
    if (isOurs || event.kind === 'connected') refresh();
  });
  refresh();
  return {
    fetched,
    retry,
    again,
    dispose: () => {
      stopListening();
      dispose();
    },
  };
}
