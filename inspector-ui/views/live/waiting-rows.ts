import type { HeldFrame } from '#core/contract/control.ts';
import type { RecordingSummary, Waiting } from '#core/model/recording-summary.ts';
import { answererOf } from '#core/protocol/method-traits.ts';
import {
  awaitedSide,
  describeAwaited,
  describeDelay,
  describeInterference,
  inSession,
  isOnPerson,
  isWorking,
  misnamedIn,
  silenceUs,
  stderrIn,
} from '#core/share/never-answered.ts';
import { describeUnfinished } from '#core/share/unfinished-lines.ts';
import { causeOf, waitingChains, type WaitingChain } from '#core/grouping/waiting-chains.ts';
import { opposite } from '#core/wire/entry.ts';
import { type EpochMs, seqOf } from '#core/units.ts';
import { UNANSWERED } from '../../state/filter/match-count.ts';
import { formatTicking, parseInstant } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { StateRow } from './state-row.ts';

/** Requests open for less than this are not mentioned. */
const PATIENCE_US = 1_000_000;

/** The chain of waits in a live recording: a prompt, the agent's request, the side that should answer. */
export function toWaitingRow(
  recording: RecordingSummary,
  now: EpochMs,
  held: readonly HeldFrame[],
): StateRow | undefined {
  const { waiting, startedAt } = recording;
  const unfinished = describeUnfinished(recording, now).map(toVisibleLine).join('; ');
  const blocking = blockingOf(recording, now);
  if (!blocking) {
    if (unfinished === '') return undefined;
    return { ...NOTHING_MORE, text: unfinished, seq: undefined, since: '', sign: '', isSilent: true, isStill: true };
  }
  const [own, ...others] = waitingChains(waiting, blocking);
  const outer = own?.outer;
  const since = sinceOf(blocking, startedAt, now);
  const delay = describeDelay(blocking);
  const interference = blocking.interfered?.isDelivered === false ? describeInterference(blocking) : undefined;
  const several = new Set(waiting.map(({ session }) => session)).size > 1;
  const sign = delay
    ? { sign: toVisibleLine(delay), isSilent: false }
    : held.length > 0
      ? { sign: holdOf(blocking, held, now), isSilent: false }
      : interference
        ? { sign: toVisibleLine(interference), isSilent: false }
        : unfinished === ''
          ? signOf(blocking, since, now - parseInstant(startedAt))
          : { sign: unfinished, isSilent: true };
  return {
    ...NOTHING_MORE,
    ...(outer && { outer: { text: shortNameOf(outer), seq: seqOf(outer.seq) } }),
    text: sentenceOf(blocking),
    seq: seqOf(blocking.seq),
    more: others.length > 0 ? `+${others.length} waiting` : '',
    others: others.map((chain) => textOf(chain, several)),
    since: formatTicking(since),
    ...sign,
    isStill: sign.isSilent || (held.length === 0 && !delay && (interference !== undefined || isOnPerson(blocking))),
  };
}

const NOTHING_MORE = { tone: 'waiting', more: '', others: [], all: UNANSWERED } as const;

/** The current wait of a live recording, for the list of recordings. */
export interface Wait {
  /** `waits for a person`, `acptap dropped #10` */
  readonly text: string;
  /** The same for a narrow list, the word that matters first: `person to act`. */
  readonly short: string;
  readonly since: string;
  /** The request that must be answered first: `fs/read_text_file 77 for session/prompt 2`. */
  readonly requests: string;
  /** The whole chain, and below it the other chains. */
  readonly chain: string;
}

/**
 * Returns who should answer in a live recording, and for how long: a person, a silent side, or acptap, which did not deliver
 * a frame. Undefined while it works.
 */
export function toWait(recording: RecordingSummary, now: EpochMs): Wait | undefined {
  const row = recording.state === 'live' ? toWaitingRow(recording, now, []) : undefined;
  const blocking = row && blockingOf(recording, now);
  if (!blocking || !row.isStill) return undefined;
  const [own] = waitingChains(recording.waiting, blocking);
  const side = awaitedSide(blocking);
  const awaited = describeAwaited(blocking, true);
  const who = isOnPerson(blocking) ? 'person' : side;
  return {
    text: side ? `waits for ${who === 'person' ? 'a person' : `the ${who}`}` : awaited,
    short: side ? `${who} to act` : awaited,
    since: row.since,
    requests: [blocking, own?.outer ?? []].flat().map(nameOf).join(' for '),
    chain: [
      [row.outer?.text ?? [], `${row.text} for ${row.since}`, row.sign || []].flat().join(' ← '),
      ...row.others,
    ].join('\n'),
  };
}

/** True for a live recording in which nobody is working, as its line at the top shows it. */
export const isStill = (recording: RecordingSummary, now: EpochMs): boolean =>
  recording.state === 'live' && toWaitingRow(recording, now, [])?.isStill === true;

/** The cause of a wait that is long enough to be mentioned. */
const blockingOf = ({ waiting, startedAt }: RecordingSummary, now: EpochMs): Waiting | undefined =>
  causeOf(waiting.filter((each) => sinceOf(each, startedAt, now) >= PATIENCE_US));

function textOf({ request, outer }: WaitingChain, namesSession: boolean): string {
  const where = namesSession && request.session !== null ? `session ${toVisibleLine(request.session)}: ` : '';
  return where + [outer ? shortNameOf(outer) : [], sentenceOf(request)].flat().join(' ← ');
}

const sentenceOf = (request: Waiting): string => `${request.side} waits for ${nameOfRequest(request)}`;

const shortNameOf = (request: Waiting): string => `${request.side} waits for ${nameOf(request)}`;

const nameOf = ({ method, id }: Waiting): string => `${toVisibleLine(method)} ${toVisibleLine(id)}`;

/** In microseconds. The start has this machine's clock, which may have been changed since. */
const sinceOf = ({ t }: Waiting, startedAt: string, now: EpochMs): number =>
  Math.max((now - parseInstant(startedAt)) * 1000 - t, 0);

/** Whether a held frame is an open request, or its response. Both sides count their ids from 0. */
export const isAbout = (frame: HeldFrame, { side, id }: Pick<Waiting, 'side' | 'id'>): boolean =>
  frame.id === id && (frame.from === side) === (frame.kind === 'request');

/** The frame that acptap holds, and for how long: the request, its response, or another frame. */
function holdOf(open: Waiting, held: readonly HeldFrame[], now: EpochMs): string {
  const own = held.find((frame) => isAbout(frame, open));
  const what = !own ? 'a frame' : own.kind === 'request' ? 'the request' : 'the response';
  const { since = now } = own ?? held[0] ?? {};
  return `acptap has held ${what} for ${formatTicking(Math.max(now - since, 0) * 1000)}`;
}

/** Whether the expected side is active, judged by its frames. `elapsed`: milliseconds since the recording's start. */
function signOf(open: Waiting, since: number, elapsed: number): Pick<StateRow, 'sign' | 'isSilent'> {
  const { side, heard, unreadable } = open;
  const misnamed = misnamedIn(open);
  if (misnamed !== undefined) return { sign: toVisibleLine(misnamed), isSilent: true };
  if (isOnPerson(open)) return { sign: '', isSilent: false };
  const other = opposite(side);
  const ago = heard === null ? Infinity : Math.max(elapsed * 1000 - heard, 0);
  const silence = silenceUs(open, elapsed * 1000);
  if (isWorking(open, elapsed * 1000)) return { sign: `the ${other} is working`, isSilent: false };
  const last =
    heard === null
      ? ', nothing was ever heard of it'
      : ago - since < PATIENCE_US
        ? '' // the line has the same time
        : `, last heard ${formatTicking(ago)} ago`;
  const long =
    silence === since
      ? `the ${other} has been silent${inSession(open)} since then${last}`
      : `the ${other} has been silent${inSession(open)} for ${formatTicking(silence)}`;
  const broken = unreadable === undefined ? [] : `its last line, #${unreadable}, is not a message`;
  return { sign: [long, toVisibleLine(stderrIn(open) ?? '') || [], broken].flat().join('; '), isSilent: true };
}

/** `the client (a person) to answer request 1, session/request_permission` */
export function nameOfRequest({ side, id, method }: Pick<Waiting, 'side' | 'id' | 'method'>): string {
  const answerer = answererOf({ side: opposite(side), method });
  return `the ${answerer} to answer request ${toVisibleLine(id)}, ${toVisibleLine(method)}`;
}
