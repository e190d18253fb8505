import { unescapeName } from '#core/json/pointer.ts';
import { renderBoth } from '#core/json/render-difference.ts';
import { quoted } from '#core/json/render-value.ts';
import type { Change, ComparedRow, ShownValue, StepName } from '#core/model/compare.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { seqOf, type Seq } from '#core/units.ts';
import { subjectOf, type DifferenceKind } from './subject.ts';

/** One difference between the live and the recorded agent. */
export interface DriveDifference {
  /** The turn, counted over the recording from 1; null outside of turns. */
  readonly turn: number | null;
  readonly what: DifferenceKind;
  /** The recorded and the live entry; null where that side has no such entry. */
  readonly seq: Seq | null;
  readonly liveSeq: Seq | null;
  /** For people; null where that side has nothing. */
  readonly expected: string | null;
  readonly received: string | null;
  readonly message: string;
}

/** The most changes of one value to list, and the most characters to quote of each. */
const MAX_CHANGES = 6;
const WIDTH = 72;

type Words = Pick<DriveDifference, 'what' | 'expected' | 'received' | 'message'>;

/** A step for a person; `number` is its place among the steps of its subject, from 1. */
export interface StepDescription {
  readonly number: number;
  readonly words: string;
}

/** Two steps that differ, or one without a partner. */
interface Differing {
  readonly step: StepName;
  readonly number: number;
  /** The words of each side; null where it has none. */
  readonly was: string | null;
  readonly is: string | null;
  /** Both sides have the step, and it is about the same. */
  readonly isPair: boolean;
  readonly isMoved: boolean;
  readonly changes: readonly Change[];
  readonly moreChanges: number;
}

/** The differences in a row of a comparison; none for equal steps. */
export function toDifferences(
  row: ComparedRow,
  turn: number | null,
  descriptionOf: (step: StepName, isLive: boolean) => StepDescription,
): readonly DriveDifference[] {
  if (row.kind === 'same') return [];
  const [left, right] =
    row.kind === 'changed' ? [row.left, row.right] : row.kind === 'left' ? [row.step] : [undefined, row.step];
  const [was, is] = [left && descriptionOf(left, false), right && descriptionOf(right, true)];
  const words = describe({
    step: row.kind === 'changed' ? row.left : row.step,
    number: (was ?? is)?.number ?? 0,
    was: was?.words || null,
    is: is?.words || null,
    isPair: left?.title === right?.title && left?.name === right?.name,
    isMoved: row.kind === 'changed' && row.isMoved === true,
    changes: row.kind === 'changed' ? row.changes : [],
    moreChanges: row.kind === 'changed' ? row.moreChanges : 0,
  });
  const here = { turn, seq: left ? seqOf(left.seq) : null, liveSeq: right ? seqOf(right.seq) : null };
  return words.map((each) => ({ ...here, ...each }));
}

function describe(differing: Differing): readonly Words[] {
  const { step, number, was, is, isPair, isMoved, changes, moreChanges } = differing;
  const subject = subjectOf(step);
  if (subject === undefined) return describeAnswer(step.name, changes);
  if (subject === 'text' || subject === 'thought') return [describeChanges(subject, subject, differing)];
  const name = (NAMES[subject] ?? subject).replace('#', String(number));
  if (!isPair) return [expects(subject, step.kind === 'orphan' ? 'answers' : name, was, is)];
  const words = was === null ? name : subject === 'action' ? `${name}: ${was}` : `${name} (${was})`;
  const [status, call] = ['/status', '/call'].map((place) => changes.find(({ pointer }) => pointer === place));
  const others = changes.filter((change) => change !== status && change !== call);
  const remark = (text: string): Words => ({
    what: subject,
    expected: was,
    received: is,
    message: `${words}: ${text}`,
  });
  return [
    ...(isMoved ? [remark('in another order')] : []),
    ...(call ? [remark('about another tool call')] : []),
    ...(others.length + moreChanges > 0
      ? [describeChanges(subject, words + (INPUTS.has(subject) ? ' input' : ''), { changes: others, moreChanges })]
      : []),
    ...(status ? [expects('tool-status', `${words} status`, textOf(status.left), textOf(status.right))] : []),
  ];
}

/** Subjects whose changes, apart from the status and the tool call, are in their input. */
const INPUTS: ReadonlySet<DifferenceKind> = new Set(['tool-call', 'permission']);

/** The name of a step in the report; `#` is its number. */
const NAMES: Readonly<Partial<Record<DifferenceKind, string>>> = {
  'stop-reason': 'stop reason',
  'tool-call': 'tool call #',
  permission: 'permission request #',
  history: 'message # of the person',
  action: 'asked of the client',
  mode: 'modes it went into',
  config: 'configuration',
};

const expects = (what: DifferenceKind, name: string, expected: string | null, received: string | null): Words => ({
  what,
  expected,
  received,
  message: `${name}: expected ${expected ?? 'nothing'}, got ${received ?? 'nothing'}`,
});

/** If success and failure differ, reports only this; else the result's facts about the agent or the session. */
function describeAnswer(method: string, changes: readonly Change[]): readonly Words[] {
  const answer = changes.find(({ pointer }) => pointer === '/answer');
  if (answer) return [expects('answer', `answer to ${method}`, textOf(answer.left), textOf(answer.right))];
  const what = isInitialize(method) ? 'capability' : 'session';
  return changes.map(({ pointer, left, right }) => {
    const [fact, item] = pointer.slice(1).split('/').map(unescapeName);
    if (item === undefined) return expects(what, `${method} ${fact}`, textOf(left), textOf(right));
    const message = `${fact} ${left ? 'lost' : 'gained'}: ${item}`;
    return { what, expected: left && item, received: right && item, message };
  });
}

/** Describes the places where a value changed. */
function describeChanges(
  what: DifferenceKind,
  name: string,
  { changes, moreChanges }: Pick<Differing, 'changes' | 'moreChanges'>,
): Words {
  const shown = changes.map(({ pointer, ...both }) => ({ ...both, place: pointer.replace(/^\/[^/]*\/?/, '/') }));
  const lines = shown.slice(0, MAX_CHANGES).map(({ place, left, right }) => {
    const [was, is] =
      left?.isText && right?.isText ? renderBoth(left.text, right.text, WIDTH) : [left, right].map(valueIn);
    return `${place === '/' ? '' : `${place}: `}expected ${was}, got ${is}`;
  });
  const more = shown.length - lines.length + moreChanges;
  if (more > 0) lines.push(`… and ${more} more ${more === 1 ? 'difference' : 'differences'}`);
  const side = (own: 'left' | 'right') => shown.flatMap((change) => change[own]?.text ?? []).join('\n') || null;
  return { what, expected: side('left'), received: side('right'), message: `${name}: ${lines.join('\n')}` };
}

const textOf = (value: ShownValue | null): string | null => value && value.text;

const valueIn = (value: ShownValue | null): string =>
  value === null ? 'nothing' : value.isText ? quoted(value.text, WIDTH) : value.text.slice(0, WIDTH);
