import type { HeldFrame } from '#core/contract/control.ts';
import { MAX_WAITING, type RecordingSummary } from '#core/model/recording-summary.ts';
import { describeReason, endOf } from '#core/share/never-answered.ts';
import { waitingBySession, waitingChains } from '#core/grouping/waiting-chains.ts';
import { elapsedUs, type EpochMs, seqOf } from '#core/units.ts';
import { INTERVENTIONS, LOSSES, UNANSWERED, type MatchCount } from '../../state/filter/match-count.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { sessionNumber } from '../../text/session-number.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { StateRow } from '../live/state-row.ts';
import { isAbout, nameOfRequest, toWaitingRow } from '../live/waiting-rows.ts';

/** Further sessions share the last line. */
const MAX_LINES = 3;

/** A line for each session in which a request is open, the cause of all waits first. `sessions`: ids by their numbers. */
export function toStateRows(
  recording: RecordingSummary,
  now: EpochMs,
  held: readonly HeldFrame[],
  sessions: readonly string[],
): readonly StateRow[] {
  const all = waitingBySession(recording.waiting);
  const parts = [...all.slice(0, MAX_LINES - 1), all.slice(MAX_LINES - 1).flat()];
  const rows = parts.flatMap((waiting, index) => {
    if (index > 0 && waiting.length === 0) return [];
    const others = recording.waiting.filter((open) => !waiting.includes(open));
    const heldHere = held.filter((frame) => !others.some((open) => isAbout(frame, open)));
    const part = index === 0 ? { ...recording, waiting } : { ...recording, waiting, unfinished: [] };
    const row = toStateRow(part, now, heldHere);
    return row ? [{ row, number: sessionNumber(waiting[0]?.session ?? null, sessions) }] : [];
  });
  if (rows.length < 2) return rows.map(({ row }) => row);
  return rows.map(({ row, number }) => (number === undefined ? row : { ...row, session: `session ${number}` }));
}

/** `held`: the frames that acptap holds. One of them may be what a side waits for. */
export function toStateRow(
  recording: RecordingSummary,
  now: EpochMs,
  held: readonly HeldFrame[] = [],
): StateRow | undefined {
  return recording.state === 'live' ? toWaitingRow(recording, now, held) : toEndRow(recording);
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

const NOTHING_MORE = { more: '', others: [], since: '', sign: '', isSilent: false, isStill: false } as const;

/** How the recording ended, and the chain of waits at its end: a prompt, the agent's request, the side that did not answer. */
function toEndRow(recording: RecordingSummary): StateRow | undefined {
  const { waiting } = recording;
  const ending = endingOf(recording);
  const [own, ...others] = waitingChains(waiting);
  if (!own)
    return ending === '' ? undefined : { ...NOTHING_MORE, tone: 'trouble', text: ending, seq: undefined, all: '' };
  const { request, outer } = own;
  const end = endOf(recording);
  const during = (words: string) => `${ending || 'ended'} while the ${words}`;
  const waited = `${request.side} waited for ${nameOfRequest(request)}`;
  const more = waiting.length - (outer ? 2 : 1);
  return {
    ...NOTHING_MORE,
    tone: ending === '' ? 'plain' : 'trouble',
    ...(outer && {
      outer: {
        text: during(`${outer.side} waited for ${toVisibleLine(outer.method)} ${toVisibleLine(outer.id)}`),
        seq: seqOf(outer.seq),
      },
    }),
    text: outer ? waited : during(waited),
    seq: seqOf(request.seq),
    more: more > 0 ? `+${formatCount(more)}${waiting.length < MAX_WAITING ? '' : ' or more'} unanswered` : '',
    all: UNANSWERED,
    others: others.map(({ request: other }) => `${other.side} waited for ${nameOfRequest(other)}`),
    since: end === undefined ? '' : formatDuration(elapsedUs(Math.max(end - request.t, 0))),
    sign: toVisibleLine(describeReason(request, end ?? 0)),
  };
}

function endingOf({ state, exit }: RecordingSummary): string {
  if (state === 'interrupted') return 'interrupted: the recording has no end, acptap or the machine was stopped';
  if (exit?.signal) return `agent was ended by ${toVisibleLine(exit.signal)}`;
  if (exit?.code === null) return 'agent could not be started';
  return exit?.code ? `agent exited ${exit.code}` : '';
}
