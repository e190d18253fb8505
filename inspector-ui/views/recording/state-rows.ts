import type { HeldFrame } from '#core/contract/control.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { describeInterference } from '#core/share/never-answered.ts';
import { elapsedUs, type EpochMs, seqOf } from '#core/units.ts';
import { INTERVENTIONS, LOSSES, UNANSWERED, type MatchCount } from '../../state/filter/match-count.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { StateRow } from '../live/state-row.ts';
import { nameOfRequest, toWaitingRow } from '../live/waiting-rows.ts';

/** `held`: the frames that acptap holds. One of them may be what a side waits for. */
export function toStateRow(
  recording: RecordingSummary,
  unanswered: MatchCount | undefined,
  now: EpochMs,
  held: readonly HeldFrame[] = [],
): StateRow | undefined {
  if (recording.state === 'live') return toWaitingRow(recording, now, held);
  // Requests that acptap answered are not open, although no side responded.
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

const NOTHING_MORE = { more: '', others: [], since: '', sign: '', isSilent: false, isStill: false } as const;

function toEndRow(recording: RecordingSummary, unanswered: MatchCount | undefined): StateRow | undefined {
  const end = endOf(recording);
  const open = unanswered && openOf(unanswered, recording.waiting);
  if (end === '' && !open) return undefined;
  return {
    tone: end === '' ? 'plain' : 'trouble',
    text: [end || 'ended', open ?? ''].filter((part) => part !== '').join(' '),
    seq: unanswered && seqOf(unanswered.first.seq),
    more: unanswered && unanswered.count > 1 ? `+${formatCount(unanswered.count - 1)} unanswered` : '',
    others: [],
    all: UNANSWERED,
    since: unanswered ? waitedOf(recording, unanswered.first.t) : '',
    sign: '',
    isSilent: false,
    isStill: false,
  };
}

/** How long a request was open when the recording ended; empty if its end is unknown. */
function waitedOf({ startedAt, endedAt }: RecordingSummary, since: number): string {
  if (endedAt === null) return '';
  const end = (Date.parse(endedAt) - Date.parse(startedAt)) * 1000;
  return formatDuration(elapsedUs(Math.max(end - since, 0)));
}

function endOf({ state, exit }: RecordingSummary): string {
  if (state === 'interrupted') return 'interrupted: the recording has no end, acptap or the machine was stopped';
  if (exit?.signal) return `agent was ended by ${toVisibleLine(exit.signal)}`;
  if (exit?.code === null) return 'agent could not be started';
  return exit?.code ? `agent exited ${exit.code}` : '';
}

function openOf({ first }: MatchCount, waiting: RecordingSummary['waiting']): string {
  const side = first.from === 'agent' ? 'agent' : 'client';
  const request = nameOfRequest({ side, id: first.id ?? '', method: first.method ?? '' });
  const open = waiting.find(({ seq }) => seq === first.seq);
  const interference = open && describeInterference(open);
  return `while the ${side} waited for ${request}${interference ? `; ${toVisibleLine(interference)}` : ''}`;
}
