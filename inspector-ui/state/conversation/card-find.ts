import type { ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/units.ts';
import type { Backend } from '../../backends/backend.ts';
import type { FindInView } from '../filter/find.ts';

export interface CardFindPorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'seekCard'>;
  /** The filter in force: hidden cards are not found. */
  readonly q: ReadonlySignal<string>;
  readonly session: ReadonlySignal<string | undefined>;
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq) => void;
}

/** Finds cards that show a text, and selects their first entry, which scrolls to them. */
export function createCardFind({ recording, backend, q, session, selected, select }: CardFindPorts): FindInView {
  return async (text, step, signal) => {
    const from = selected.peek();
    const query = { session: session.peek(), q: q.peek(), text, from: from ?? -1, step };
    const { seq, ordinal, count } = await backend.seekCard(recording, query, signal);
    if (seq !== null && !signal.aborted && selected.peek() === from) select(seqOf(seq));
    return { ordinal: ordinal ?? 0, count };
  };
}
