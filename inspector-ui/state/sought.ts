import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { EntryRow } from '#core/contract/api.ts';
import { seqOf } from '#core/wire/units.ts';
import type { Backend } from '../backends/backend.ts';

/** Entries of a recording that a filter means: the first (or the last, where that was asked for), and how many there are. */
export interface Sought {
  readonly first: EntryRow;
  readonly count: number;
}

/** Requests that were never answered, of a recording that has ended. */
export const UNANSWERED = 'kind:request status:pending';
/** Those of the agent: the last of them is what held up all others. */
export const UNANSWERED_CLIENT = `${UNANSWERED} from:agent`;
/** Places at which the recording says of itself that something is missing. */
export const LOSSES = 'kind:event (text:"\\"event\\":\\"gap\\"" or text:"\\"event\\":\\"damaged\\"")';

/**
 * Looks for entries when `when` has become another value, and is not undefined. Undefined where there are none, and until it is known.
 */
export function createSought(
  recording: string,
  filter: string,
  when: ReadonlySignal<unknown>,
  backend: Pick<Backend, 'seek' | 'entry'>,
  end: 'first' | 'last' = 'first',
) {
  const sought = signal<Sought | undefined>(undefined);
  let asking = new AbortController();

  const ask = async () => {
    asking.abort();
    const { signal: aborted } = (asking = new AbortController());
    try {
      const query = { q: filter, from: -1, step: end === 'first' ? 1 : -1, wrap: end === 'last' } as const;
      const { seq, count } = await backend.seek(recording, query, aborted);
      const first = seq === null ? undefined : (await backend.entry(recording, seqOf(seq), aborted)).row;
      if (!aborted.aborted) sought.value = first && { first, count };
    } catch {
      // A line less: what is in sight is fetched as well, and says what is wrong.
    }
  };

  const stop = effect(() => {
    if (when.value !== undefined) untracked(() => void ask());
  });

  return {
    sought: sought as ReadonlySignal<Sought | undefined>,
    dispose: () => {
      stop();
      asking.abort();
    },
  };
}
