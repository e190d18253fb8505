import type { ReadonlySignal } from '@preact/signals';
import type { Backend } from '../../backends/backend.ts';
import type { ListQuery } from './timeline.ts';

interface LookPorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'rows'>;
  readonly query: ReadonlySignal<ListQuery>;
  /** Called with the index of the row. */
  readonly arrive: (place: number) => void;
}

/** Finds the row of an entry without selecting it. While one request runs, only the latest other one is kept. */
export function createLookAt({ recording, backend, query, arrive }: LookPorts) {
  const abort = new AbortController();
  let isAsking = false;
  let next: number | undefined;

  const ask = async (seq: number) => {
    isAsking = true;
    try {
      const question = { ...query.peek(), at: { around: seq }, count: 1, part: true };
      const { index } = await backend.rows(recording, question, abort.signal);
      if (!abort.signal.aborted && index !== undefined && index >= 0) arrive(index);
    } catch {
      // The list reports that the server does not answer.
    }
    isAsking = false;
    const latest = next;
    next = undefined;
    if (latest !== undefined) void ask(latest);
  };

  return {
    /**
     * True from `lookAt` until its row, or that of a later one, is shown. Until then the waterfall stays where its user
     * moved it.
     */
    isLooking: () => isAsking,
    lookAt: (seq: number) => {
      if (isAsking) next = seq;
      else void ask(seq);
    },
    dispose: () => {
      next = undefined;
      abort.abort();
    },
  };
}
