import type { RecordingSummary, Waiting } from '#core/model/recording-summary.ts';
import { answererOf, asksPerson } from '#core/protocol/method-traits.ts';
import { describeUnfinished } from '#core/share/unfinished-lines.ts';
import { type EpochMs, type Seq, seqOf } from '#core/units.ts';
import { INTERVENTIONS, LOSSES, UNANSWERED, type MatchCount } from '../../state/filter/match-count.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { formatTicking, parseInstant } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** The state of a recording in one line: who must act next, or how it ended. */
export interface StateRow {
  readonly tone: 'waiting' | 'trouble' | 'plain' | 'own';
  readonly text: string;
  /** The entry that the line links to. */
  readonly seq: Seq | undefined;
  /** The request of the other side that waits for this one: `client waits for session/prompt 3`. */
  readonly outer?: { readonly text: string; readonly seq: Seq };
  /** `+2`: number of other open requests; empty for none. */
  readonly more: string;
  /** The other requests, a line each; empty if only their number is known. */
  readonly others: readonly string[];
  /** The filter that shows all of them. */
  readonly all: string;
  /** Duration of the wait; empty if not counted. */
  readonly since: string;
  /** Whether the expected side is active, or how long it has been silent. Empty for a person, who may be typing. */
  readonly sign: string;
  readonly isSilent: boolean;
}

/** `isHeld`: whether acptap holds a frame, which may be the one that a side waits for. */
export function toStateRow(
  recording: RecordingSummary,
  unanswered: MatchCount | undefined,
  now: EpochMs,
  isHeld = false,
): StateRow | undefined {
  if (recording.state === 'live') {
    const row = toWaitingRow(recording, now);
    return row && isHeld ? { ...row, sign: 'acptap holds a frame', isSilent: false } : row;
  }
  // A request that acptap answered has no response of a side, but nobody waits for one.
  return toEndRow(recording, recording.waiting.length === 0 && recording.interventions ? undefined : unanswered);
}

/** Warns that the recording is incomplete. */
export const toLossRow = ({ first, count }: MatchCount): StateRow => ({
  ...NOTHING_MORE,
  tone: 'trouble',
  text: `not all was recorded: ${toVisibleLine(first.summary)}`,
  seq: seqOf(first.seq),
  more: count > 1 ? `+${formatCount(count - 1)}` : '',
  all: LOSSES,
});

/** Says that acptap took part, with which faults and seed. The number of interventions is known at the end. */
export const toInterventionRow = ({ first, count }: MatchCount, isLive: boolean): StateRow => ({
  ...NOTHING_MORE,
  tone: 'own',
  text: toVisibleLine(first.summary),
  seq: seqOf(first.seq),
  more: isLive || count < 2 ? 'show interventions' : formatCounted(count - 1, 'intervention'),
  all: INTERVENTIONS,
});

const NOTHING_MORE = { more: '', others: [], since: '', sign: '', isSilent: false } as const;

const NO_REQUEST: Omit<StateRow, 'text'> = {
  tone: 'waiting',
  seq: undefined,
  more: '',
  others: [],
  all: UNANSWERED,
  since: '',
  sign: '',
  isSilent: true,
};

/** Requests open for less than this are not mentioned. */
const PATIENCE_US = 1_000_000;

function toWaitingRow(recording: RecordingSummary, now: EpochMs): StateRow | undefined {
  const { waiting, startedAt } = recording;
  const unfinished = describeUnfinished(recording, now).map(toVisibleLine).join('; ');
  const blocking = blockingOf(recording, now);
  if (!blocking) return unfinished === '' ? undefined : { ...NO_REQUEST, text: unfinished };
  const outer = outerOf(blocking, waiting);
  const others = waiting.filter((each) => each !== blocking && each !== outer);
  return {
    tone: 'waiting',
    ...(outer && { outer: { text: shortNameOf(outer), seq: seqOf(outer.seq) } }),
    text: `${blocking.side} waits for ${nameOfRequest(blocking)}`,
    seq: seqOf(blocking.seq),
    more: others.length > 0 ? `+${others.length} waiting` : '',
    others: others.map((each) => `${each.side} waits for ${nameOfRequest(each)}`),
    all: UNANSWERED,
    since: formatTicking(sinceOf(blocking, startedAt, now)),
    ...(unfinished === ''
      ? signOf(blocking, sinceOf(blocking, startedAt, now), now - parseInstant(startedAt))
      : { sign: unfinished, isSilent: true }),
  };
}

/** Whom a live recording waits for, and how long: a person, or a side that is silent. Undefined while that side works. */
export function toWait(recording: RecordingSummary, now: EpochMs): { text: string; since: string } | undefined {
  const blocking = recording.state === 'live' ? blockingOf(recording, now) : undefined;
  if (!blocking) return undefined;
  const { side, method } = blocking;
  const since = sinceOf(blocking, recording.startedAt, now);
  const isPerson = side === 'agent' && asksPerson(method);
  const { isSilent } = signOf(blocking, since, now - parseInstant(recording.startedAt));
  if (!isPerson && !isSilent) return undefined;
  const whom = isPerson ? 'a person' : `the ${side === 'client' ? 'agent' : 'client'}`;
  return { text: `waits for ${whom}`, since: formatTicking(since) };
}

/** The agent's last open request blocks all others: the agent answers the prompt only after it. */
function blockingOf({ waiting, startedAt }: RecordingSummary, now: EpochMs): Waiting | undefined {
  const long = waiting.filter((each) => sinceOf(each, startedAt, now) >= PATIENCE_US);
  return long.findLast(({ side }) => side === 'agent') ?? long[0];
}

/** In microseconds. The start has this machine's clock, which may have been changed since. */
const sinceOf = ({ t }: Waiting, startedAt: string, now: EpochMs): number =>
  Math.max((now - parseInstant(startedAt)) * 1000 - t, 0);

/** The oldest request of the client that is open in the session of an agent's request. */
const outerOf = ({ side, session, t }: Waiting, waiting: readonly Waiting[]): Waiting | undefined =>
  side === 'agent'
    ? waiting.find((each) => each.side === 'client' && each.session === session && each.t <= t)
    : undefined;

const shortNameOf = ({ side, method, id }: Waiting): string =>
  `${side} waits for ${toVisibleLine(method)} ${toVisibleLine(id)}`;

/** A side counts as silent after this: models pause for a second or two between chunks. */
const SILENT_US = 3_000_000;

/** Whether the expected side is active, judged by its frames. `elapsed`: milliseconds since the recording's start. */
function signOf({ side, method, heard }: Waiting, since: number, elapsed: number): Pick<StateRow, 'sign' | 'isSilent'> {
  if (side === 'agent' && asksPerson(method)) return { sign: '', isSilent: false };
  const other = side === 'client' ? 'agent' : 'client';
  const silence = Math.min(heard === null ? since : Math.max(elapsed * 1000 - heard, 0), since);
  if (silence < SILENT_US) return { sign: `the ${other} is working`, isSilent: false };
  return {
    sign:
      silence === since
        ? `the ${other} has been silent since then`
        : `the ${other} has been silent for ${formatTicking(silence)}`,
    isSilent: true,
  };
}

/** `the client (a person) to answer request 1, session/request_permission` */
function nameOfRequest({ side, id, method }: Pick<Waiting, 'side' | 'id' | 'method'>): string {
  const other = side === 'client' ? 'agent' : 'client';
  return `the ${answererOf({ side: other, method })} to answer request ${toVisibleLine(id)}, ${toVisibleLine(method)}`;
}

function toEndRow(recording: RecordingSummary, unanswered: MatchCount | undefined): StateRow | undefined {
  const end = endOf(recording);
  const open = unanswered && openOf(unanswered);
  if (end === '' && !open) return undefined;
  return {
    tone: end === '' ? 'plain' : 'trouble',
    text: [end || 'ended', open ?? ''].filter((part) => part !== '').join(' '),
    seq: unanswered && seqOf(unanswered.first.seq),
    more: unanswered && unanswered.count > 1 ? `+${formatCount(unanswered.count - 1)} unanswered` : '',
    others: [],
    all: UNANSWERED,
    since: '',
    sign: '',
    isSilent: false,
  };
}

function endOf({ state, exit }: RecordingSummary): string {
  if (state === 'interrupted') return 'interrupted: the recording has no end, acptap or the machine was stopped';
  if (exit?.signal) return `agent was ended by ${toVisibleLine(exit.signal)}`;
  return exit?.code ? `agent exited ${exit.code}` : '';
}

function openOf({ first }: MatchCount): string {
  const side = first.from === 'agent' ? 'agent' : 'client';
  return `while the ${side} waited for ${nameOfRequest({ side, id: first.id ?? '', method: first.method ?? '' })}`;
}
