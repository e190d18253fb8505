import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { EntryRow } from '#core/model/row.ts';
import { seqOf } from '#core/units.ts';
import type { Backend } from '../../backends/backend.ts';

/** Number of entries that match a filter, and the first of them. */
export interface MatchCount {
  readonly first: EntryRow;
  readonly count: number;
}

/** Filter for requests without a response. */
export const UNANSWERED = 'kind:request status:pending';
/** Filter for what acptap did to the conversation. */
export const INTERVENTIONS = 'has:intervention';
/** Filter for events that record missing or damaged data. */
export const LOSSES = 'kind:event (text:"\\"event\\":\\"gap\\"" or text:"\\"event\\":\\"damaged\\"")';

/**
 * Searches for entries whenever `when` changes to a defined value. The result is undefined without a match, and
 * until the response.
 */
export function createMatchCount(
  recording: string,
  filter: string,
  when: ReadonlySignal<unknown>,
  backend: Pick<Backend, 'seek' | 'entry'>,
) {
  const sought = signal<MatchCount | undefined>(undefined);
  let asking = new AbortController();

  const ask = async () => {
    asking.abort();
    const { signal: aborted } = (asking = new AbortController());
    try {
      const query = { q: filter, from: -1, step: 1, wrap: false } as const;
      const { seq, count } = await backend.seek(recording, query, aborted);
      const first = seq === null ? undefined : (await backend.entry(recording, seqOf(seq), aborted)).row;
      if (!aborted.aborted) sought.value = first && { first, count };
    } catch {
      // The page shows one line less. The timeline uses the same server and reports its errors.
    }
  };

  const stop = effect(() => {
    if (when.value !== undefined) untracked(() => void ask());
  });

  return {
    sought: sought as ReadonlySignal<MatchCount | undefined>,
    dispose: () => {
      stop();
      asking.abort();
    },
  };
}
