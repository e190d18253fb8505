import { effect, type ReadonlySignal } from '@preact/signals';
import type { EntryDetail } from '#core/model/row.ts';
import type { Seq } from '#core/units.ts';
import { toVisibleLine } from '../../text/visible.ts';
import type { Detail } from './detail.ts';

export interface Noticed {
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly detail: ReadonlySignal<Detail>;
}

/** Shows the selected entry's finding as a notice once the entry is fetched: its row has only the names of rules. */
export function showFindingNotice({ selected, detail }: Noticed, say: (text: string) => void): void {
  const seq = selected.peek();
  let isOver = false;
  let stop: (() => void) | undefined;
  stop = effect(() => {
    const body = detail.value;
    if (isOver || (body.kind === 'loading' && body.seq === seq)) return;
    isOver = true;
    stop?.();
    const text = body.kind === 'ready' && body.seq === seq ? toNotice(body.entry) : '';
    if (text !== '') say(text);
  });
  if (isOver) stop();
}

/** Returns `error: a line on stdout is not JSON, and 2 more`; empty for an entry without findings. */
export function toNotice({ findings: [first, ...others] }: Pick<EntryDetail, 'findings'>): string {
  if (!first) return '';
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `${first.grade}: ${toVisibleLine(first.message)}${more}`;
}
