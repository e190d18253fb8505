import type { FindingDetail } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import { cut } from '#core/text/cut.ts';
import { visible } from '#core/wire/visible.ts';
import { labelledFinding, labelledRule, type Labelled } from './labelled-finding.ts';
import type { Paint } from './paint.ts';
import { renderMentionedRow } from './show.ts';
import { wrap } from './wrap.ts';

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
  const { rule, grade, side, message, related } = finding;
  const { paint, columns } = around;
  const wrapped = ([label, text]: Labelled) => wrap(`${BODY}${label}`, text, columns);
  const mentions = [...new Set(related)].flatMap((seq) =>
    cut(`${BODY}see also: ${mention(seq, around.row(seq))}`, columns),
  );
  const fault = `(fault of the ${side})`;
  const fits = columns === undefined || `${HEAD}${grade}  ${rule}  ${fault}`.length <= columns;
  const lines = [
    `${HEAD}${paint(grade, grade)}  ${rule}${fits ? '  ' : `\n${BODY}`}${paint('dim', fault)}`,
    ...wrap(BODY, visible(message), columns),
    ...labelledFinding(finding).flatMap(wrapped),
    ...mentions,
    ...(isExplained ? [] : labelledRule(finding).flatMap(wrapped)),
  ];
  return `${lines.join('\n')}\n`;
}

const mention = (seq: number, row: EntryRow | undefined) => (row ? renderMentionedRow(row) : `#${seq}`);
