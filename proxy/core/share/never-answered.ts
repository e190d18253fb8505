import { timeByOwner } from '#core/grouping/split-time.ts';
import { answererOf, whoAnswers } from '#core/protocol/method-traits.ts';
import type { RecordingSummary, Waiting } from '#core/model/recording-summary.ts';
import { GAP_US, OWNERS, SILENT_US } from '#core/model/stats.ts';
import { cutAfter } from '#core/text/cut.ts';
import { formatSeconds } from '#core/text/format-elapsed.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import { describeIdle } from './idle.ts';
import { describeUnfinished } from './unfinished-lines.ts';
import { waitingBySession, waitingChains } from '#core/grouping/waiting-chains.ts';

/**
 * Answers "why does it hang", a line each: who must answer which request and for how long, lines that have no end yet, and the
 * requests that were never answered. `now` in milliseconds since the epoch. Contains recorded text.
 */
export const describeOpen = (recording: RecordingSummary, now: number): readonly string[] => [
  ...describeWaiting(recording, now),
  ...describeIdle(recording, now),
  ...describeUnfinished(recording, now),
  ...describeUnanswered(recording).map((words) => `never answered: ${words}`),
];

/**
 * The requests that were open when a recording ended: `waited for the agent to answer session/prompt (#5) for 31.0 s; the
 * agent was silent for the last 30.0 s; the agent exited with code 1`, the cause of the others first. Empty for a
 * recording without an end, which may be a copy of a live one. Contains recorded text.
 */
export function describeUnanswered(
  recording: Pick<RecordingSummary, 'state' | 'exit' | 'waiting' | 'startedAt' | 'endedAt'>,
): readonly string[] {
  const { state, exit, waiting } = recording;
  const isOver = state === 'interrupted' || (state === 'ended' && exit !== null);
  if (!isOver) return [];
  const end = endOf(recording) ?? 0;
  const nameOf = namesIn(waiting);
  return waitingChains(waiting).map(({ request: open, outer }) => {
    const waited = end - open.t;
    const length = waited > 0 ? ` for ${lengthOf(open, end)}` : ''; // canonical recordings have no times
    const inAll = outer && waited > 0 ? `, ${lengthOf(outer, end, ' in all')}` : '';
    const forThat = outer ? `; ${nameOf(outer)} waited for that${inAll}` : '';
    const ofAgent = exit && (outer ?? open).side === 'client' && !open.interfered ? endingOf(exit, waited) : '';
    const why = reasonsOf(open, end, 'before the end').map(afterwards).join('');
    return `waited for the ${answererIn(open)} to answer ${nameOf(open)}${length}${why}${forThat}${ofAgent}`;
  });
}

/** Microseconds from the start to the end of a recording; undefined without an end. */
export const endOf = ({ startedAt, endedAt }: Pick<RecordingSummary, 'startedAt' | 'endedAt'>): number | undefined =>
  endedAt === null ? undefined : (Date.parse(endedAt) - Date.parse(startedAt)) * 1000;

/** Why a request has no answer: what acptap did, else the silence of the other side until `end`. Empty without a reason. */
export const describeReason = (open: Waiting, end: number): string => reasonsOf(open, end, 'before the end').join('; ');

const afterwards = (reason: string) => `; ${reason}`;

/** `doing` names what acptap does, or did, with the request or its response. */
function reasonsOf(
  open: Waiting,
  end: number,
  from: 'ago' | 'before the end',
  doing = describeInterference(open),
): readonly string[] {
  const isAboutSide = !doing || (open.interfered && awaitedSide(open));
  const ofSide = isAboutSide ? [silenceOf(open, end, from), stderrIn(open)] : [];
  return [doing, ...ofSide, misnamedIn(open) ?? unreadableIn(open)].filter((reason) => reason !== undefined);
}

/** `on stderr (#8): connect ECONNREFUSED`: what the agent wrote there since its last frame. */
export const stderrIn = ({ stderr }: Waiting): string | undefined =>
  stderr && `on stderr (#${stderr.seq}): ${stderr.text}`;

/** `the response #9 has the id "2" in place of 2`, or `…, which no request has`. */
export function misnamedIn({ id, misnamed }: Waiting): string | undefined {
  const fault = misnamed?.unknown ? ', which no request has' : ` in place of ${id}`;
  return misnamed && `the response #${misnamed.seq} has the id ${misnamed.id}${fault}`;
}

/** `the agent's last line (#8) is not a message: perhaps it was to be the answer` */
const unreadableIn = ({ side, unreadable }: Waiting): string | undefined =>
  unreadable === undefined
    ? undefined
    : `the ${opposite(side)}'s last line (#${unreadable}) is not a message: perhaps it was to be the answer`;

/** `; the agent exited with code 1`; empty for an exit in order after a longer wait, which is rarely the reason. */
function endingOf({ code, signal }: NonNullable<RecordingSummary['exit']>, waited: number): string {
  if (signal !== null) return `; the agent was ended by ${signal}`;
  return code === null || (code === 0 && waited >= GAP_US) ? '' : `; the agent exited with code ${code}`;
}

/**
 * The open requests of a live recording: `waiting for the agent to answer session/prompt (#5) for 31.0 s; the agent was
 * silent for the last 30.0 s`, the cause of the others first. `now` in milliseconds since the epoch. Contains recorded text.
 */
export function describeWaiting(
  { state, waiting, startedAt }: Pick<RecordingSummary, 'state' | 'waiting' | 'startedAt'>,
  now: number,
): readonly string[] {
  if (state !== 'live') return [];
  const end = (now - Date.parse(startedAt)) * 1000;
  const nameOf = namesIn(waiting);
  // The agent waits, too, where acptap keeps something of its own request.
  const kept = waiting.filter(({ side }) => side === 'agent').flatMap((open) => describeHold(open) ?? []);
  return waitingChains(waiting).map(({ request: open, outer }) => {
    const hold = describeHold(open) ?? (open.side === 'client' ? kept[0] : undefined);
    const doing = describeDelay(open) ?? hold ?? describeInterference(open);
    const why = reasonsOf(open, end, 'ago', doing).map(afterwards).join('');
    const forThat = outer ? `; ${nameOf(outer)} waits for that, ${lengthOf(outer, end, ' so far')}` : '';
    return `waiting for the ${answererIn(open)} to answer ${nameOf(open)} for ${lengthOf(open, end)}${why}${forThat}`;
  });
}

/**
 * How long a request has been open: `31.0 s in all`, or `31.0 s in all (agent 4.00 s, person 27.0 s)` for a turn in which
 * several had to act for a second or more. Leaves out parts below 1 %.
 */
function lengthOf({ t, time }: Waiting, end: number, words = ''): string {
  const waited = Math.max(0, end - t);
  const owners = time && waited >= GAP_US && timeByOwner({ t, until: null, ...time }, end);
  const parts = OWNERS.flatMap(([owner, name]) => {
    const us = owners ? owners[owner] : 0;
    return us > waited / 100 ? [`${name} ${formatDuration(elapsedUs(us))}`] : [];
  });
  return `${formatDuration(elapsedUs(waited))}${words}${parts.length > 1 ? ` (${parts.join(', ')})` : ''}`;
}

/** Names requests: `session/prompt (#5)`, or `session/prompt (#5 in sess-2)` where several sessions have open requests. */
function namesIn(waiting: readonly Waiting[]): (open: Waiting) => string {
  const isOne = waitingBySession(waiting).length < 2;
  return ({ method, seq, session }) =>
    `${method} (#${seq}${isOne || session === null ? '' : ` in ${cutAfter(session, MAX_SESSION)}`})`;
}

/** Characters shown of a session's id. */
const MAX_SESSION = 40;

/** The side that has to answer: `agent`, or `client (a person)`. A person whose response has a wrong id has acted. */
const answererIn = ({ side, method, misnamed }: Waiting): string =>
  misnamed ? opposite(side) : answererOf({ side: opposite(side), method });

/**
 * `acptap did not deliver it (hold, drop)`, or `acptap delivered the answer #8 late (hold)`; undefined if acptap let
 * both pass.
 */
export function describeInterference({ seq: asked, interfered }: Waiting): string | undefined {
  if (!interfered) return undefined;
  const { seq, kind, isDelivered, delay } = interfered;
  const frame = seq === asked ? 'it' : `the answer #${seq}`;
  const how = delay?.by ?? kind;
  if (!isDelivered) return `acptap did not deliver ${frame} (${how})`;
  return kind === 'hold' || kind === 'delay'
    ? `acptap delivered ${frame} late (${how})`
    : `acptap interfered with ${frame} (${how})`;
}

/** The side that has to act for an open request; undefined where acptap has the request, or has or changed its answer. */
export const awaitedSide = ({ side, seq, interfered }: Waiting): Side | undefined =>
  !interfered || (interfered.isDelivered && interfered.seq === seq) ? opposite(side) : undefined;

/** True if a person has to act. One whose response has a wrong id has acted. */
export const isOnPerson = ({ side, method, misnamed }: Waiting): boolean =>
  !misnamed && whoAnswers(opposite(side), method) === 'human';

/** True while the side that has to answer sends something now and then. `end` in microseconds since the start. */
export const isWorking = (open: Waiting, end: number): boolean =>
  !open.misnamed && !isOnPerson(open) && silenceUs(open, end) < SILENT_US;

/** For how long the side that has to answer has been silent since the request, in microseconds. */
export const silenceUs = ({ t, heard }: Waiting, end: number): number => Math.max(end - Math.max(t, heard ?? 0), 0);

/** Who has to act for an open request, in a few words: `agent`, `client`, or `acptap holds #9`. */
export function describeAwaited(open: Waiting, isLive: boolean): string {
  if (!open.interfered || awaitedSide(open)) return opposite(open.side);
  const { seq, kind, isDelivered, delay } = open.interfered;
  if (isDelivered) return `acptap changed #${seq}`;
  if (isLive && delay) return `acptap delays #${seq}`;
  return `acptap ${kind === 'hold' ? (isLive ? 'holds' : 'held') : 'dropped'} #${seq}`;
}

/**
 * Who has to act, in a few words: `waits for a person`, `unanswered by client`, `acptap holds #9`; `waits for client and agent`
 * where both are awaited, each in its own session. Empty without an open request, and while the sides work. `now` in
 * microseconds since the start, for a live recording.
 */
export function summarizeWait(waiting: readonly Waiting[], now?: number): string {
  const isLive = now !== undefined;
  const requests = waitingChains(waiting).map(({ request }) => request);
  const [cause] = requests;
  if (cause === undefined) return '';
  if (!awaitedSide(cause))
    return isLive ? describeAwaited(cause, isLive) : `unanswered: ${describeAwaited(cause, isLive)}`;
  const still = requests.filter((open) => !isLive || !isWorking(open, now));
  const awaited = new Set(
    still.flatMap((open) => (isLive && isOnPerson(open) ? 'a person' : (awaitedSide(open) ?? []))),
  );
  const sides = [...awaited]
    .map((side) => (awaited.has('a person') && side !== 'a person' ? `the ${side}` : side))
    .join(' and ');
  return sides && `${isLive ? 'waits for' : 'unanswered by'} ${sides}`;
}

/** `acptap holds the answer #10 (acptap held)`; undefined for a request without a held frame. */
function describeHold({ seq, method, interfered }: Waiting): string | undefined {
  if (interfered?.kind !== 'hold' || interfered.isDelivered || interfered.delay) return undefined;
  return `acptap holds ${interfered.seq === seq ? `${method} (#${seq})` : `the answer #${interfered.seq}`}: see acptap held`;
}

/** `acptap delays the request until 12.053 s (delay 12000ms)`; undefined for a request that acptap does not delay. */
export function describeDelay({ seq, interfered }: Waiting): string | undefined {
  const delay = interfered?.delay;
  const what = interfered?.seq === seq ? 'the request' : 'the response';
  return delay && `acptap delays ${what} until ${formatSeconds(elapsedUs(delay.until))} s (${delay.by})`;
}

function silenceOf(open: Waiting, end: number, from: 'ago' | 'before the end'): string | undefined {
  const waited = Math.max(end - open.t, 0);
  const silence = silenceUs(open, end);
  const length = formatDuration(elapsedUs(silence));
  if (silence >= GAP_US)
    return `the ${answererIn(open)} was silent${inSession(open)} ${silence === waited ? 'since then' : `for the last ${length}`}`;
  const isBusy = open.side === 'client' && waited >= GAP_US;
  return isBusy ? `the agent ${from === 'ago' ? 'is' : 'was'} not silent: last heard ${length} ${from}` : undefined;
}

/** ` in this session`, for a side that is only silent there. */
export const inSession = ({ heardElsewhere }: Pick<Waiting, 'heardElsewhere'>): string =>
  heardElsewhere === undefined ? '' : ' in this session';
