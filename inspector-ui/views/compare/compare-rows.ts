import { renderPart } from '#core/compare/part.ts';
import { describeRunValues } from '#core/compare/describe-run-values.ts';
import { wordsOfStep } from '#core/compare/step-words.ts';
import type { Change, ComparedRow, ComparedTurn, Comparison, ShownValue, StepName } from '#core/model/compare.ts';
import type { TurnStats } from '#core/model/stats.ts';
import { elapsedUs } from '#core/units.ts';
import type { EntryName } from '../../text/entry-name.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** The result of the comparison in a sentence, with notes. */
export interface Verdict {
  readonly isSame: boolean;
  readonly text: string;
  readonly notes: readonly string[];
}

export function toVerdict(comparison: Comparison): Verdict {
  const { isSame, isRough, more, left, right, passing } = comparison;
  const isItself = left.recording === right.recording && renderPart(left.part) === renderPart(right.part);
  return {
    isSame,
    text: answerOfTurns(comparison) ?? answerOf(comparison),
    notes: [
      ...timingOf(comparison),
      ...(isItself ? ['This is one and the same: choose two of its turns, or another recording.'] : []),
      ...(isRough ? ['Too much is different to pair all of it: there may be more in common than is shown.'] : []),
      ...(passing.length > 0 ? [describeRunValues(passing)] : []),
      ...(more.turns > 0 ? [unlisted(more)] : []),
    ],
  };
}

/** Smaller differences in time, relative or absolute, are noise between two runs. */
const NOTABLE = 0.1;
const NOTABLE_US = 10_000;

const isNotable = (before: number, now: number) =>
  Math.abs(now - before) >= Math.max(NOTABLE_US, NOTABLE * Math.max(before, now));

/** Differences in time over all turns: timing may differ even if every message is the same. */
function timingOf({ turns }: Comparison): readonly string[] {
  const timed = turns.flatMap(({ left, right }) => {
    const [before, now] = [left?.figures?.duration ?? null, right?.figures?.duration ?? null];
    return before === null || now === null ? [] : [{ before, now }];
  });
  if (timed.length === 0) return [];
  const sum = (of: 'before' | 'now') => timed.reduce((all, turn) => all + turn[of], 0);
  const differing = timed.filter(({ before, now }) => isNotable(before, now)).length;
  const all = timed.length === 1 ? 'the turn' : `the ${formatCount(timed.length)} turns that both have`;
  if (differing === 0 && !isNotable(sum('before'), sum('now')))
    return [`About the same time: ${all} took ${time(sum('now'))}.`];
  return [
    `Different in time: ${all} took ${time(sum('before'))} before and ${faster(sum('before'), sum('now'))} now${
      timed.length === 1 ? '' : `; ${formatCount(differing)} of them ${differing === 1 ? 'differs' : 'differ'}`
    }.`,
  ];
}

/** `12.0 s (2.9 times as long)`, `30 ms (0.026 times as long)` */
function faster(before: number, now: number): string {
  const times = now / Math.max(before, 1);
  if (!isNotable(before, now)) return time(now);
  return `${time(now)} (${times < 1 ? times.toPrecision(2) : times.toFixed(times < 10 ? 1 : 0)} times as long)`;
}

function answerOf({ isSame, turns, more }: Comparison): string {
  const inTurns = turns.filter((turn) => !isOutside(turn));
  const all = inTurns.length + more.turns;
  if (isSame) return `The same, in ${formatCounted(all, 'turn')}`;
  const different = inTurns.filter((turn) => !turn.isSame).length + more.different;
  const parts = [
    turns.some((turn) => isOutside(turn) && !turn.isSame) ? 'outside of turns' : '',
    different > 0 ? `in ${formatCount(different)} of ${formatCounted(all, 'turn')}` : '',
  ];
  return `Different ${parts.filter(Boolean).join(' and ')}`;
}

/** The result for one turn against another one, which are always paired. Undefined for other comparisons. */
function answerOfTurns({ isSame, left, right, turns }: Comparison): string | undefined {
  const [turn] = turns;
  if (left.part.kind !== 'turn' || right.part.kind !== 'turn' || !turn) return undefined;
  const [one, other] = [left.part.number, right.part.number];
  const who = one === other ? `Turn ${one}` : `Turn ${one} and turn ${other}`;
  const [are, differ] = one === other ? ['is', 'differs'] : ['are', 'differ'];
  return isSame ? `${who} ${are} the same` : `${who} ${differ}: ${differencesIn(turn).join(', ')}`;
}

function unlisted({ turns, different }: Comparison['more']): string {
  if (turns === 1) return `The last turn is not listed (${different === 0 ? 'the same' : 'different'}).`;
  const what = different === 0 ? 'all the same' : `${different === turns ? 'all' : formatCount(different)} different`;
  return `The last ${formatCount(turns)} turns are not listed (${what}).`;
}

const isOutside = ({ left, right }: ComparedTurn) => (left ?? right)?.turn === null;

/** A turn, or the messages outside turns. */
export interface TurnView {
  readonly key: string;
  readonly name: string;
  /** Beginning of the prompt. */
  readonly title: string;
  /** `3 changed, 8 only now`. */
  readonly counts: string;
  /** `4.1 s → 12.0 s, first chunk 200 ms → 3.00 s`: notable differences in time, or an empty text. */
  readonly timing: string;
  readonly isSame: boolean;
  readonly isOutside: boolean;
  /** Whether it starts open: turns that differ, up to a few screens. */
  readonly isOpen: boolean;
  /** Figures of both sides. `now` is empty if both are the same text. */
  readonly figures: readonly { readonly name: string; readonly before: string; readonly now: string }[];
  readonly rows: readonly RowView[];
  /** A sentence about rows that are not listed; empty if all are listed. */
  readonly missing: string;
}

export type RowView =
  | {
      readonly kind: 'same';
      readonly key: string;
      readonly label: string;
      readonly pairs: readonly PairView[];
      readonly more: string;
    }
  | ({ readonly kind: 'step'; readonly key: string; readonly way: 'changed' | 'before' | 'now' } & PairView & {
        readonly changes: readonly ChangeView[];
        readonly more: string;
      });

export interface PairView {
  readonly before: EntryName | undefined;
  readonly now: EntryName | undefined;
}

/** `texts`: two texts to compare line by line. */
export interface ChangeView {
  readonly pointer: string;
  readonly before: string | undefined;
  readonly now: string | undefined;
  readonly areTexts: boolean;
  /** `20 replaced by 14` for the items of a list; empty for other values. */
  readonly replaced: string;
  /** The omitted part of a long value; empty if the value is complete. */
  readonly cut: string;
}

/** Rows that start open, over all turns. */
const MAX_OPEN = 100;

export function toTurnViews(turns: readonly ComparedTurn[]): readonly TurnView[] {
  let rows = 0;
  return turns.map((turn, index) => {
    const isOpen = !turn.isSame && rows < MAX_OPEN;
    if (isOpen) rows += turn.rows.length;
    return toTurnView(turn, `${index}`, isOpen);
  });
}

function toTurnView(turn: ComparedTurn, key: string, isOpen: boolean): TurnView {
  const { left, right, isSame, counts, rows, missing } = turn;
  const words = [
    ...differencesIn(turn),
    counts.same > 0 ? (isSame ? formatCounted(counts.same, 'step') : `${formatCount(counts.same)} the same`) : '',
  ];
  return {
    key,
    name: nameOfTurn(turn),
    title: toVisibleLine((right ?? left)?.title ?? ''),
    counts: !left ? 'only now' : !right ? 'only before' : words.filter(Boolean).join(', '),
    timing: timingOfTurn(left?.figures ?? null, right?.figures ?? null),
    isSame,
    isOutside: isOutside(turn),
    isOpen,
    figures: figuresOf(left?.figures ?? null, right?.figures ?? null),
    rows: rows.map((row, place) => toRowView(row, `${key}.${place}`)),
    missing: missing === 0 ? '' : `${formatCounted(missing, 'more difference')} not listed.`,
  };
}

function timingOfTurn(left: TurnStats | null, right: TurnStats | null): string {
  const part = (name: string, of: 'duration' | 'firstChunk') => {
    const [before, now] = [left?.[of] ?? null, right?.[of] ?? null];
    return before === null || now === null || !isNotable(before, now) ? '' : `${name}${time(before)} → ${time(now)}`;
  };
  return [part('', 'duration'), part('first chunk ', 'firstChunk')].filter((each) => each !== '').join(', ');
}

/** `3 changed`, `1 only before`, `8 only now`; without zeros. */
const differencesIn = ({ counts: { changed, left, right } }: ComparedTurn): readonly string[] =>
  [
    changed > 0 ? `${formatCount(changed)} changed` : '',
    left > 0 ? `${formatCount(left)} only before` : '',
    right > 0 ? `${formatCount(right)} only now` : '',
  ].filter(Boolean);

function nameOfTurn(turn: ComparedTurn): string {
  const { left, right } = turn;
  if (isOutside(turn)) return 'Outside of turns';
  const [one, other] = [left?.turn ?? right?.turn, right?.turn ?? left?.turn];
  return one === other ? `Turn ${one}` : `Turn ${one} → ${other}`;
}

function figuresOf(left: TurnStats | null, right: TurnStats | null): TurnView['figures'] {
  const both = (name: string, of: (turn: TurnStats) => string) => ({
    name,
    before: left ? of(left) : '',
    now: right ? of(right) : '',
  });
  return [
    both('Took', ({ duration }) => (duration === null ? 'not over' : time(duration))),
    both('First chunk', ({ firstChunk }) => (firstChunk === null ? '–' : time(firstChunk))),
    both('Tool calls', ({ toolCalls }) => formatCount(toolCalls)),
    both('Tokens', ({ tokens }) => (tokens?.total == null ? '–' : formatCount(tokens.total))),
    both('Ended', ({ outcome }) => toVisibleLine(outcome ?? 'never').replaceAll('_', ' ')),
  ].filter(({ before, now }) => !/^–?$/.test(before) || !/^–?$/.test(now));
}

const time = (us: number) => formatDuration(elapsedUs(Math.round(us)));

function toRowView(row: ComparedRow, key: string): RowView {
  switch (row.kind) {
    case 'same': {
      const unnamed = row.count - row.pairs.length;
      return {
        kind: 'same',
        key,
        label: `${formatCount(row.count)} the same`,
        pairs: row.pairs.map(({ left, right }) => ({ before: toEntryName(left), now: toEntryName(right) })),
        more: unnamed === 0 ? '' : `and ${formatCount(unnamed)} more`,
      };
    }
    case 'left':
    case 'right': {
      const name = toEntryName(row.step);
      const [before, now] = row.kind === 'left' ? [name, undefined] : [undefined, name];
      return { kind: 'step', key, way: before ? 'before' : 'now', before, now, changes: [], more: '' };
    }
    case 'changed':
      return {
        kind: 'step',
        key,
        way: 'changed',
        before: toEntryName(row.left),
        now: toEntryName(row.right),
        changes: row.changes.map(toChangeView),
        more: [row.isMoved ? 'In another order.' : '', moreOf(row.changes.length, row.moreChanges)]
          .filter(Boolean)
          .join(' '),
      };
  }
}

const moreOf = (told: number, more: number): string =>
  more === 0
    ? ''
    : told === 0
      ? 'The recordings are too large to list the changes.'
      : `${formatCounted(more, 'more change')} of it not listed.`;

function toEntryName(step: StepName): EntryName {
  const { what, said } = wordsOfStep(step);
  return { seq: step.seq, what: { title: toVisibleLine(what), lane: step.from, summary: toVisibleLine(said) } };
}

function toChangeView({ pointer, left, right, replaced }: Change): ChangeView {
  const areTexts = left?.isText === true && right?.isText === true;
  return {
    pointer: toVisibleLine(pointer) || 'all of it',
    before: left ? textOf(left, areTexts) : undefined,
    now: right ? textOf(right, areTexts) : undefined,
    areTexts,
    replaced: replaced ? `${formatCount(replaced.left)} replaced by ${formatCount(replaced.right)}` : '',
    cut: cutOf(left, right),
  };
}

/** Keeps the lines of two texts. Shows a text as JSON if the other value is not a text. */
const textOf = ({ text, isText }: ShownValue, areTexts: boolean): string =>
  areTexts ? text : toVisibleLine(isText ? JSON.stringify(text) : text);

function cutOf(left: ShownValue | null, right: ShownValue | null): string {
  const [before, after] = [left?.before ?? right?.before ?? 0, Math.max(left?.after ?? 0, right?.after ?? 0)];
  const words = [
    before > 0 ? `${formatCounted(before, 'character')} before it, the same in both` : '',
    after > 0 ? `${formatCounted(after, 'character')} after it` : '',
  ].filter(Boolean);
  return words.length === 0 ? '' : `Not shown: ${words.join('; ')}.`;
}
