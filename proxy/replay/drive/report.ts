import { createTurnComparer } from '#core/compare/compare-turn.ts';
import { describeRunValues } from '#core/compare/describe-run-values.ts';
import { learnRunValues, removeRunValues } from '#core/compare/learn-run-values.ts';
import type { Folders } from '#core/compare/normaliser.ts';
import type { ComparedStep, StepName } from '#core/model/compare.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { foldEntries, toConversation, type OtherAction, type Part } from './compared-conversation.ts';
import { toDifferences, type DriveDifference, type StepDescription } from './drive-difference.ts';
import { TOO_LATE, type Drive } from './driver.ts';
import { endOf, reduceAnswer, type ReducedStep } from './reduce-steps.ts';
import { subjectOf, type DifferenceKind } from './subject.ts';

/** How a live agent compares with the recorded one. */
export interface DriveReport {
  /** `failed`: the drive could not be finished; the comparison covers the part that was done. */
  readonly outcome: 'same' | 'different' | 'failed';
  /** Why it failed, else null. */
  readonly failure: string | null;
  /** Names and versions: `gemini-cli 0.61.0`; null for an agent that did not introduce itself. */
  readonly agents: { readonly recorded: string | null; readonly live: string | null };
  readonly turns: readonly ReportedTurn[];
  /** The differences that decide the outcome. */
  readonly differences: readonly DriveDifference[];
  /** Differences in the text of turns and of replayed history; part of `differences` only on request. */
  readonly textDifferences: readonly DriveDifference[];
  readonly notes: readonly string[];
  /** Recorded steps of the client that were not sent. */
  readonly unsent: Drive['unsent'];
}

/** One prompt of the recording. `live` is null when it was not sent. */
export interface ReportedTurn {
  readonly turn: number;
  readonly seq: Seq;
  readonly same: boolean;
  /** Null when the turn was not sent. */
  readonly text: 'same' | 'different' | null;
  readonly recorded: TurnSummary;
  readonly live: TurnSummary | null;
}

export interface TurnSummary {
  /** The stop reason, `error -32603`, or null when the turn never ended. */
  readonly end: string | null;
  readonly toolCalls: number;
  readonly permissions: number;
}

export interface CompareOptions {
  /** `exact`: other text is a difference like any other. */
  readonly text: 'ignored' | 'exact';
  /** Replaces the recorded and the live working directory by one word. */
  readonly folders: Folders;
}

/** Compares the recording with the drive. Pure. */
export function compareDrive(
  recorded: Iterable<Entry>,
  live: Iterable<Entry>,
  { sent, unsent, notes, failure }: Drive,
  { text, folders }: CompareOptions,
): DriveReport {
  const [recordedSteps, liveSteps] = [foldEntries(recorded, folders), foldEntries(live, folders)];
  const places = new Set([recordedSteps, liveSteps].flatMap(({ sections }) => [...learnRunValues(sections)]));
  const was = toConversation(removeRunValues(recordedSteps.sections, places));
  const is = toConversation(removeRunValues(liveSteps.sections, places));
  const isSentAs = (step: ComparedStep, other: ComparedStep) => other.seq === sent.get(seqOf(step.seq));
  const turns = was.turns.map((before) => ({
    before,
    now: is.turns.find(({ opened }) => isSentAs(before.opened, opened)),
  }));
  const requests = was.requests.flatMap((before) => {
    const now = is.requests.find((request) => isSentAs(before, request));
    return now ? [{ before, now, histories: [was.histories.get(before), is.histories.get(now)] as const }] : [];
  });

  const texts = createStepsComparer();
  const textDifferences = [
    ...requests.flatMap(({ before: { name }, histories: [recordedHistory, liveHistory] }) =>
      texts
        .compare(null, recordedHistory?.texts, liveHistory?.texts)
        .map((one) => ({ ...one, message: one.message.replace(/^\w+/, (what) => `${what} replayed by ${name}`) })),
    ),
    ...turns.flatMap(({ before, now }) => texts.compare(before.turn, before.texts, now?.texts)),
  ];
  const actions = createStepsComparer();
  const differences: readonly DriveDifference[] = [
    ...requests.flatMap(({ before, now, histories: [recordedHistory, liveHistory] }) => [
      ...actions.compare(null, [reduceAnswer(before)], [reduceAnswer(now)]),
      ...actions.compare(null, recordedHistory?.actions, liveHistory?.actions).map((one) => ({
        ...one,
        what: 'history' as const,
        message: `replayed by ${before.name}: ${one.message}`,
      })),
    ]),
    ...turns.flatMap(({ before, now }) => actions.compare(before.turn, before.actions, now?.actions)),
    ...newActions(was.otherActions, is.otherActions).flatMap(({ action, turn }) => {
      const pair = turns.find(({ now }) => now !== undefined && now.turn === turn);
      return actions.compare(pair?.before.turn ?? null, [], [action]);
    }),
    // without the steps left by a failed drive: `failure` reports that
    ...unsent
      .filter(({ why }) => why !== TOO_LATE)
      .map(({ seq, method, why }) => ({
        turn: was.turns.find(({ opened }) => opened.seq === seq)?.turn ?? null,
        what: 'not-sent' as const,
        seq,
        liveSeq: null,
        expected: method,
        received: null,
        message: `${method} (#${seq}) was not sent: ${why}`,
      })),
    ...(text === 'exact' ? textDifferences : []),
  ];
  const ignoredPlaces = actions.ignoredPlaces();
  const isIn = (turn: number) => (each: DriveDifference) => each.turn === turn;
  return {
    outcome: failure !== undefined ? 'failed' : differences.length > 0 ? 'different' : 'same',
    failure: failure ?? null,
    agents: { recorded: was.agent, live: is.agent },
    turns: turns.map(({ before, now }) => ({
      turn: before.turn,
      seq: seqOf(before.opened.seq),
      same: now !== undefined && !differences.some(isIn(before.turn)),
      text: now ? (textDifferences.some(isIn(before.turn)) ? 'different' : 'same') : null,
      recorded: summaryOf(before),
      live: now ? summaryOf(now) : null,
    })),
    differences,
    textDifferences,
    notes: [
      ...(was.agent === is.agent || !is.agent ? [] : [noteAgents(was.agent, is.agent)]),
      ...notes,
      ...(ignoredPlaces.length > 0 ? [describeRunValues(ignoredPlaces)] : []),
    ],
    unsent,
  };
}

/** Compares steps with `core/compare`, subject by subject: the order of steps of two subjects does not matter. */
function createStepsComparer() {
  const { compareTurn, ignoredPlaces } = createTurnComparer(Number.POSITIVE_INFINITY);
  return {
    /** The differences between two parts; none if one of them is missing. */
    compare(
      turn: number | null,
      left?: readonly ReducedStep[],
      right?: readonly ReducedStep[],
    ): readonly DriveDifference[] {
      if (!left || !right) return [];
      const [was, is] = [Map.groupBy(left, subjectOf), Map.groupBy(right, subjectOf)];
      const subjects = new Set([...was.keys(), ...is.keys()]);
      const groups = [...subjects].map((subject) => [was.get(subject) ?? [], is.get(subject) ?? []] as const);
      const descriptionOf = (step: StepName, isLive: boolean): StepDescription => {
        const own = (isLive ? is : was).get(subjectOf(step)) ?? [];
        const index = own.findIndex(({ seq }) => seq === step.seq);
        return { number: index + 1, words: own[index]?.words ?? '' };
      };
      const { rows } = compareTurn({ left: undefined, right: undefined, groups }).turn;
      return rows.flatMap((row) => toDifferences(row, turn, descriptionOf));
    },
    ignoredPlaces,
  };
}

/** The actions that the recorded agent never did, once each. An agent may read less, or the same more often. */
function newActions(was: readonly OtherAction[], is: readonly OtherAction[]): readonly OtherAction[] {
  const known = new Set(was.map(({ action }) => action.title));
  return is.filter(({ action: { title } }) => !known.has(title) && known.add(title));
}

const noteAgents = (recorded: string | null, live: string) =>
  `the recording is of ${recorded ?? 'an agent that did not say its name'}, this is ${live}`;

const summaryOf = ({ actions }: Part): TurnSummary => {
  const count = (subject: DifferenceKind) => actions.filter((step) => subjectOf(step) === subject).length;
  return { end: endOf(actions) ?? null, toolCalls: count('tool-call'), permissions: count('permission') };
};
