import { difference } from '#core/json/difference.ts';
import type { EntryDetail } from '#core/model/row.ts';
import { cutAfter } from '#core/text/cut.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** A different value: in the marked entry and in the selected one; undefined where it is missing. */
export interface DifferenceRow {
  readonly pointer: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Longer values are cut: the tree shows them whole. */
const CUT = 400;

/** The compared parts of an entry. */
type Compared = Pick<EntryDetail, 'text'> & Partial<Pick<EntryDetail, 'base64' | 'event'>>;

export function toDifferenceRows(marked: Compared, selected: Compared): readonly DifferenceRow[] {
  return difference(valueOf(marked), valueOf(selected)).map(({ pointer, expected, received }) => ({
    pointer: toVisibleLine(pointer),
    before: textOf(expected),
    after: textOf(received),
  }));
}

/** Compares entries without JSON as text. */
function valueOf({ text, base64, event }: Compared): unknown {
  if (event) return event;
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text ?? base64;
  }
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return toVisibleLine(cutAfter(JSON.stringify(value), CUT));
}
