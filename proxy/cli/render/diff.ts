import { describeRunValues } from '#core/compare/describe-run-values.ts';
import { wordsOfStep } from '#core/compare/step-words.ts';
import { renderBoth } from '#core/json/render-difference.ts';
import { quoted } from '#core/json/render-value.ts';
import type { Change, ComparedRow, ComparedTurn, Comparison, ShownValue, StepName } from '#core/model/compare.ts';
import type { TurnStats } from '#core/model/stats.ts';
import { cut } from '#core/text/cut.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';
import { plain, type Paint } from './paint.ts';
import { withThousands, durationOrDash } from './stats.ts';

/** The most rows of a turn, and changes of a step, in the text output. `--json` has all. */
const MAX_ROWS = 40;
const MAX_CHANGES = 6;

/** How long a value may be, in characters. */
const WIDTH = 60;

/** A recording, and its REF on the command line. */
interface DiffSide {
  readonly ref: string;
  readonly header: RecordingHeader;
}

/** The claims about both runs, the result, then each turn: one line for an equal turn, otherwise its differences with the entries of both sides. */
export function renderDiff(
  { left, right, isSame, turns, more, isRough, passing }: Comparison,
  sides: readonly [DiffSide, DiffSide],
  claims: readonly string[] = [],
  paint: Paint = plain,
  columns?: number,
): string {
  const lines: Line[] = [
    ...sides.map((side, index): Line => ({ text: `${index === 0 ? 'before' : 'now   '}  ${nameOf(side)}` })),
    ...claims.map((text) => ({ text })),
    { text: answerOf(isSame, turns, more, left.steps + right.steps) },
    ...(isRough
      ? [{ text: 'Too much is different to pair all of it: the two may have more in common than is shown.' }]
      : []),
    ...(passing.length > 0 ? [{ text: describeRunValues(passing) }] : []),
    { text: '' },
    ...turns.flatMap(linesOf),
    ...(more.turns > 0 ? [{ text: `… and ${more.turns} more turns, ${more.different} of them different` }] : []),
  ];
  return lines.map(({ text, tone }) => `${toned(paint, tone, cut(visible(text), columns))}\n`).join('');
}

interface Line {
  readonly text: string;
  readonly tone?: 'dim';
}

const toned = (paint: Paint, tone: Line['tone'], text: string) => (tone && text !== '' ? paint(tone, text) : text);

/** Names a side by its REF if both have the same id, for example two exports. */
const nameOf = ({ ref, header: { id, name, command, startedAt } }: DiffSide): string =>
  [
    ref,
    ...[name && name !== id ? `${id} (${name})` : id].filter((called) => called !== ref),
    new Date(startedAt).toISOString(),
    command.join(' '),
  ].join('  ');

function answerOf(isSame: boolean, turns: readonly ComparedTurn[], more: Comparison['more'], steps: number): string {
  const all = turns.filter((turn) => !isOutside(turn)).length + more.turns;
  const inTurns = `${all} ${all === 1 ? 'turn' : 'turns'}`;
  if (isSame) return steps === 0 ? 'Same: both are empty.' : `Same, in ${inTurns}.`;
  const different = turns.filter((turn) => !turn.isSame && !isOutside(turn)).length + more.different;
  const outside = turns.some((turn) => isOutside(turn) && !turn.isSame);
  return `Different: ${[...(outside ? ['outside of turns'] : []), ...(different > 0 ? [`${different} of ${inTurns}`] : [])].join(', ')}.`;
}

const isOutside = ({ left, right }: ComparedTurn) => (left ?? right)?.turn === null;

function linesOf(turn: ComparedTurn): readonly Line[] {
  const { left, right, isSame, counts, rows, missing } = turn;
  const head = [nameOfTurn(turn), ...(left && right ? [countsIn(turn)] : [left ? 'only before' : 'only now'])];
  const lines: Line[] = [
    { text: `${isSame ? '=' : '≠'} ${head.join('  ')}`, ...(isSame ? { tone: 'dim' as const } : {}) },
  ];
  const title = (left ?? right)?.title;
  if (title && !isSame) lines.push({ text: `    ${title}`, tone: 'dim' });
  const figures = figuresIn(left?.figures ?? null, right?.figures ?? null);
  if (figures !== '' && !isSame) lines.push({ text: `    ${figures}`, tone: 'dim' });
  if (isSame || !left || !right) return lines;
  const shown = rows.filter(({ kind }) => kind !== 'same');
  lines.push(...shown.slice(0, MAX_ROWS).flatMap(linesOfRow));
  const hidden = Math.max(0, shown.length - MAX_ROWS) + missing;
  if (hidden > 0) lines.push({ text: `    … and ${hidden} more of ${counts.changed + counts.left + counts.right}` });
  return lines;
}

function nameOfTurn({ left, right }: ComparedTurn): string {
  if ((left ?? right)?.turn === null) return 'outside of turns';
  const [one, other] = [left?.turn ?? right?.turn, right?.turn ?? left?.turn];
  return one === other ? `turn ${one}` : `turn ${one} → ${other}`;
}

function countsIn({ isSame, counts }: ComparedTurn): string {
  const words = [
    counts.changed > 0 ? `${counts.changed} changed` : '',
    counts.left > 0 ? `${counts.left} only before` : '',
    counts.right > 0 ? `${counts.right} only now` : '',
    isSame
      ? `${counts.same} ${counts.same === 1 ? 'step' : 'steps'}`
      : counts.same > 0
        ? `${counts.same} the same`
        : '',
  ];
  return words.filter(Boolean).join(', ');
}

/** `took 371 ms → 402 ms · 3 tool calls`: both values where they differ. */
function figuresIn(left: TurnStats | null, right: TurnStats | null): string {
  const both = (name: string, of: (turn: TurnStats) => string) => {
    const [one, other] = [left ? of(left) : '', right ? of(right) : ''];
    if (one === '' && other === '') return '';
    const values = left && right && one !== other ? `${one || '-'} → ${other || '-'}` : one || other;
    return `${name} ${values}`;
  };
  return [
    both('took', ({ duration }) => (duration === null ? 'open' : durationOrDash(duration))),
    both('first chunk', ({ firstChunk }) => (firstChunk === null ? '' : durationOrDash(firstChunk))),
    both('tool calls', ({ toolCalls }) => withThousands(toolCalls)),
    both('tokens', ({ tokens }) => (tokens?.total == null ? '' : withThousands(tokens.total))),
    both('ended', ({ outcome }) => outcome ?? 'never'),
  ]
    .filter(Boolean)
    .join(' · ');
}

function linesOfRow(row: ComparedRow): readonly Line[] {
  switch (row.kind) {
    case 'same':
      return [];
    case 'left':
    case 'right':
      return [{ text: `    ${row.kind === 'left' ? '-' : '+'} #${row.step.seq}  ${wordsOf(row.step)}` }];
    case 'changed': {
      const { left, right, changes, moreChanges, isMoved } = row;
      const place = left.seq === right.seq ? `#${left.seq}` : `#${left.seq} → #${right.seq}`;
      const hidden = Math.max(0, changes.length - MAX_CHANGES) + moreChanges;
      return [
        { text: `    ~ ${place}  ${wordsOf(left)}` },
        ...(isMoved ? [{ text: '        in another order' }] : []),
        ...changes.slice(0, MAX_CHANGES).map((change) => ({ text: `        ${changeIn(change)}` })),
        ...(hidden > 0
          ? [{ text: `        ${changes.length === 0 ? 'too long to show the difference' : `… and ${hidden} more`}` }]
          : []),
      ];
    }
  }
}

function wordsOf(step: StepName): string {
  const { what, said } = wordsOfStep(step);
  return [what, said].filter(Boolean).join('  ');
}

function changeIn({ pointer, left, right, replaced }: Change): string {
  const place = pointer === '' ? '' : `${pointer}: `;
  if (replaced) return `${place}${withThousands(replaced.left)} replaced by ${withThousands(replaced.right)}`;
  if (!left || !right) return `${place}${left ? '-' : '+'} ${valueIn(left ?? right)}`;
  if (!left.isText || !right.isText) return `${place}${valueIn(left)} → ${valueIn(right)}`;
  return `${place}${renderBoth(left.text, right.text, WIDTH).join(' → ')}`;
}

const valueIn = (value: ShownValue | null): string =>
  value === null ? 'nothing' : value.isText ? quoted(value.text, WIDTH) : cut(value.text, 2 * WIDTH);
