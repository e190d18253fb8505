import type { FindingDetail } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import { visible } from '#core/wire/visible.ts';
import type { Paint } from './paint.ts';
import { renderMentionedRow } from './show.ts';
import { cut, wrap } from './wrap.ts';

/** The context of printed findings, with access to other entries. */
export interface Surroundings {
  /** The row of an entry. */
  row(seq: number): EntryRow | undefined;
  readonly paint: Paint;
  /** Characters in a line of the terminal; undefined where lines have any length. */
  readonly columns: number | undefined;
}

const HEAD = ' '.repeat(8);
const BODY = ' '.repeat(10);

/** A finding below its entry. `isExplained`: the rule's requirement was printed before, and is not repeated. */
export function renderFindingBlock(finding: FindingDetail, isExplained: boolean, around: Surroundings): string {
  const { rule, grade, side, message, seen, expected, pointer, related, requires, peers, source } = finding;
  const { paint, columns } = around;
  const labelled = (label: string, text: string | null) =>
    text === null ? [] : wrap(`${BODY}${`${label}:`.padEnd(9)} `, visible(text), columns);
  const mentions = [...new Set(related)].flatMap((seq) =>
    cut(`${BODY}see also: ${mention(seq, around.row(seq))}`, columns),
  );
  const fault = `(fault of the ${side})`;
  const fits = columns === undefined || `${HEAD}${grade}  ${rule}  ${fault}`.length <= columns;
  const lines = [
    `${HEAD}${paint(grade, grade)}  ${rule}${fits ? '  ' : `\n${BODY}`}${paint('dim', fault)}`,
    ...wrap(BODY, visible(message), columns),
    ...labelled('where', pointer === '' ? 'the whole frame' : pointer),
    ...labelled('seen', seen),
    ...labelled('expected', expected),
    ...mentions,
    ...(isExplained
      ? []
      : [labelled('required', requires), labelled('peers', peers), labelled('source', source)].flat()),
  ];
  return `${lines.join('\n')}\n`;
}

const mention = (seq: number, row: EntryRow | undefined) => (row ? renderMentionedRow(row) : `#${seq}`);
