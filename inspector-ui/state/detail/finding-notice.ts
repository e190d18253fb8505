import { effect, type ReadonlySignal } from '@preact/signals';
import type { EntryDetail } from '#core/model/row.ts';
import type { Seq } from '#core/units.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { Detail } from './detail.ts';
import { GRADES } from '#core/model/finding.ts';

export interface FindingNoticePorts {
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly detail: ReadonlySignal<Detail>;
  /** The notice on the screen; empty for none. */
  readonly notice: ReadonlySignal<string>;
}

/**
 * Shows the selected entry's finding as a notice once the entry is fetched: its row has only the names of rules.
 * Keeps a notice that appeared meanwhile: it belongs to a later key.
 */
export function showFindingNotice({ selected, detail, notice }: FindingNoticePorts, say: (text: string) => void): void {
  const seq = selected.peek();
  const before = notice.peek();
  let isOver = false;
  let stop: (() => void) | undefined;
  stop = effect(() => {
    const body = detail.value;
    const isReplaced = notice.value !== before && notice.value !== '';
    if (isOver || (!isReplaced && body.kind === 'loading' && body.seq === seq)) return;
    isOver = true;
    stop?.();
    if (isReplaced) return;
    const text = body.kind === 'ready' && body.seq === seq ? toNotice(body.entry) : '';
    if (text !== '') say(text);
  });
  if (isOver) stop();
}

/** Returns `error: a line on stdout is not JSON, and 2 more`, the worst first; empty for an entry without findings. */
export function toNotice({ findings }: Pick<EntryDetail, 'findings'>): string {
  const [worst] = GRADES.flatMap((grade) => findings.find((finding) => finding.grade === grade) ?? []);
  if (!worst) return '';
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return `${worst.grade}: ${toVisibleLine(worst.message)}${more}`;
}
