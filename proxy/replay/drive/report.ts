import { describeRunValues } from '#core/compare/describe-run-values.ts';
import type { Seq } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { compareHistoryText } from './compare-history.ts';
import { compareRequests } from './compare-requests.ts';
import { compareText, compareTurns, type DriveDifference } from './compare-turns.ts';
import { digest, type Digest } from './digest.ts';
import { TOO_LATE, type Drive } from './driver.ts';
import { compareExtras } from './extras.ts';
import { createInputs } from './inputs.ts';
import type { TurnDigest } from './turn-digest.ts';

/** How a live agent compares with the recorded one. */
export interface DriveReport {
  /** `failed`: the drive could not be finished; the comparison covers what there is. */
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
  /** Replaces the working directory of either side by one word. */
  readonly neutral: (text: string) => string;
}

/** Compares the recording with the drive. Pure. */
export function compare(
  recorded: Iterable<Entry>,
  live: Iterable<Entry>,
  { sent, unsent, notes, failure }: Drive,
  { text, neutral }: CompareOptions,
): DriveReport {
  const inputs = createInputs();
  const was = digest(recorded, neutral);
  const is = digest(live, neutral);
  const pairs = [...was.turns.values()].map((turn) => ({ turn, now: liveOf(is.turns, sent, turn.prompt) }));
  const requests = [...was.requests.values()].flatMap((request) => {
    const now = liveOf(is.requests, sent, request.seq);
    return now ? [{ request, now }] : [];
  });
  const textDifferences = [
    ...requests.flatMap(({ request, now }) => compareHistoryText(request, now)),
    ...pairs.flatMap(({ turn, now }) => (now ? compareText(turn, now) : [])),
  ];
  const differences = [
    ...requests.flatMap(({ request, now }) => compareRequests(request, now, inputs)),
    ...pairs.flatMap(({ turn, now }) => (now ? compareTurns(turn, now, inputs) : [])),
    ...compareExtras(
      was.extras,
      is.extras,
      (prompt) => pairs.find(({ now }) => now !== undefined && now.prompt === prompt)?.turn.number ?? null,
    ),
    // report what a failure left undone as one difference
    ...unsent
      .filter(({ why }) => why !== TOO_LATE)
      .map(({ seq, method, why }) => ({
        turn: was.turns.get(seq)?.number ?? null,
        what: 'not-sent' as const,
        seq,
        liveSeq: null,
        expected: method,
        received: null,
        message: `${method} (#${seq}) was not sent: ${why}`,
      })),
    ...(text === 'exact' ? textDifferences : []),
  ];
  const passing = inputs.passing();
  const names = { recorded: nameOf(was), live: nameOf(is) };
  return {
    outcome: failure !== undefined ? 'failed' : differences.length > 0 ? 'different' : 'same',
    failure: failure ?? null,
    agents: names,
    turns: pairs.map(({ turn, now }) => ({
      turn: turn.number,
      seq: turn.prompt,
      same: now !== undefined && !differences.some((each) => each.turn === turn.number),
      text: now ? (textDifferences.some((each) => each.turn === turn.number) ? 'different' : 'same') : null,
      recorded: summaryOf(turn),
      live: now ? summaryOf(now) : null,
    })),
    differences,
    textDifferences,
    notes: [
      ...(names.recorded === names.live || !names.live ? [] : [sayNames(names.recorded, names.live)]),
      ...notes,
      ...(passing.length > 0 ? [describeRunValues(passing)] : []),
    ],
    unsent,
  };
}

function liveOf<Value>(values: ReadonlyMap<Seq, Value>, sent: Drive['sent'], seq: Seq): Value | undefined {
  const live = sent.get(seq);
  return live === undefined ? undefined : values.get(live);
}

const nameOf = ({ agent }: Digest) => (agent ? [agent.name, agent.version].filter(Boolean).join(' ') : null);

const sayNames = (recorded: string | null, live: string) =>
  `the recording is of ${recorded ?? 'an agent that did not say its name'}, this is ${live}`;

const summaryOf = ({ end, toolCalls, permissions }: TurnDigest): TurnSummary => ({
  end: end ?? null,
  toolCalls: toolCalls.length,
  permissions: permissions.length,
});
