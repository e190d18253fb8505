import { GRADES, type Grade } from '#core/model/finding.ts';
import type { Implementation, RecordingSummary } from '#core/model/recording-summary.ts';
import { summarizeWait } from '#core/share/never-answered.ts';
import { elapsedUs, type EpochMs } from '#core/units.ts';
import { toPeerName, toProgramName, toShortVersion } from '../../text/peer-name.ts';
import { formatCompact, formatCounted } from '../../text/size.ts';
import { formatDuration, formatStart, parseInstant } from '../../text/time.ts';
import { toCommandLine } from '../../text/command-line.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { isStill, toWait } from '../live/waiting-rows.ts';

/** Content of a line in the recordings list. */
export interface RecordingRow {
  readonly id: string;
  /** The recording's given name, which distinguishes attempts of one agent; else the agent's name. */
  readonly title: string;
  /** Version of the agent; empty below a given name. */
  readonly version: string;
  /** The editor; preceded by the agent if the title does not name it. */
  readonly subtitle: string;
  /** Also what the two lines have no room for: the command, the folder, the counts and all comments. */
  readonly whole: string;
  readonly started: string;
  readonly startedExactly: string;
  /** Empty while the recording is live. */
  readonly duration: string;
  readonly counts: readonly {
    readonly of: 'client' | 'agent' | 'stderr';
    readonly count: string;
    readonly label: string;
  }[];
  readonly findings: readonly { readonly grade: Grade; readonly count: string; readonly label: string }[];
  readonly state: RecordingSummary['state'];
  /** An abnormal end: `exit 1`, `SIGKILL`, `interrupted`, `not started`; `unanswered by agent` if a request was open. */
  readonly ending: string;
  readonly isPinned: boolean;
  /** acptap took part. */
  readonly hasInterventions: boolean;
  /** How many of its frames are held; empty for none. */
  readonly held: string;
  /** True while a live recording waits for somebody to act. */
  readonly isStill: boolean;
  /** `person to act`; empty without an open request, and while acptap holds a frame. */
  readonly wait: string;
  /** `41 s`, `8 m`: in one unit, so that the method has the room. */
  readonly waited: string;
  /** The method of the open request, shown instead of the subtitle; the rest of it; the whole chain. Empty when `wait` is. */
  readonly waitsFor: string;
  readonly waitsForRest: string;
  readonly chain: string;
  readonly comments: readonly string[];
}

/** `held`: the number of its frames that acptap holds. */
export function toRecordingRow(recording: RecordingSummary, now: EpochMs, held = 0): RecordingRow {
  const { agent, client, name, command, entries } = recording;
  const wait = held > 0 ? undefined : toWait(recording, now);
  const startedAt = parseInstant(recording.startedAt);
  const agentName = agentNameOf(recording);
  const { title, version } = toRecordingTitle(recording);
  const peers = [name ? (agent ? toPeerName(agent) : agentName) : '', client ? toPeerName(client) : 'no client named'];
  const subtitle = peers.filter((part) => part !== '').join(' · ');
  const counts = countsOf(entries);
  const comments = recording.comments.map(toVisibleLine);
  return {
    id: recording.id,
    title,
    version,
    subtitle,
    whole: [
      `${title} ${version}`.trim(),
      subtitle,
      toCommandLine(command),
      toVisibleLine(recording.cwd),
      counts.map(({ label }) => label).join(', '),
      ...comments,
    ].join('\n'),
    started: formatStart(startedAt, now),
    startedExactly: recording.startedAt,
    duration: durationOf(recording, startedAt),
    counts,
    findings: GRADES.filter((grade) => recording.findings[grade] > 0).map((grade) => ({
      grade,
      count: formatCompact(recording.findings[grade]),
      label: `${recording.findings[grade]} of grade ${grade}`,
    })),
    state: recording.state,
    ending: endingOf(recording),
    isPinned: recording.pinned,
    hasInterventions: recording.interventions === true,
    held: held > 0 ? `${formatCompact(held)} held` : '',
    isStill: held === 0 && isStill(recording, now),
    wait: wait?.short ?? '',
    waited: wait?.since.split(' ').slice(0, 2).join(' ') ?? '',
    waitsFor: wait?.requests.split(' ', 1)[0] ?? '',
    waitsForRest: wait?.requests.replace(/^\S+ ?/, '') ?? '',
    chain: wait?.chain ?? '',
    comments,
  };
}

/** The given name of a recording, or its agent with the version. */
export const toRecordingTitle = (
  recording: Pick<RecordingSummary, 'name' | 'agent' | 'command'>,
): Pick<RecordingRow, 'title' | 'version'> =>
  recording.name
    ? { title: toVisibleLine(recording.name), version: '' }
    : { title: agentNameOf(recording), version: recording.agent ? toShortVersion(recording.agent) : '' };

/** The agent's name, or its program before the handshake. */
export const agentNameOf = ({ agent, command }: Pick<RecordingSummary, 'agent' | 'command'>): string =>
  agent ? titleOf(agent) : toProgramName(command);

const COUNTED = [
  ['client', 'frame', 'of the client'],
  ['agent', 'frame', 'of the agent'],
  ['stderr', 'piece', 'of standard error'],
] as const;

const countsOf = (entries: RecordingSummary['entries']): RecordingRow['counts'] =>
  COUNTED.filter(([of]) => of !== 'stderr' || entries.stderr > 0).map(([of, one, whose]) => ({
    of,
    count: formatCompact(entries[of]),
    label: `${formatCounted(entries[of], one)} ${whose}`,
  }));

const titleOf = ({ title, name }: Implementation) => toVisibleLine(title ?? name);

function durationOf({ endedAt }: RecordingSummary, startedAt: EpochMs): string {
  if (endedAt === null) return '';
  return formatDuration(elapsedUs(Math.max(parseInstant(endedAt) - startedAt, 0) * 1000));
}

function endingOf({ state, exit, waiting }: RecordingSummary): string {
  if (state === 'interrupted') return 'interrupted';
  if (exit?.signal) return toVisibleLine(exit.signal);
  if (exit?.code === null) return 'not started';
  if (exit?.code) return `exit ${exit.code}`;
  return state === 'ended' ? summarizeWait(waiting) : '';
}
