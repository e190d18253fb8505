import type { Grade } from '#core/model/finding.ts';
import type { Implementation, RecordingSummary } from '#core/model/recording-summary.ts';
import { elapsedUs, type EpochMs } from '#core/units.ts';
import { formatCompact, formatCounted } from '../../text/size.ts';
import { formatDuration, formatStart, parseInstant } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toWait } from '../recording/state-rows.ts';

/** Content of a line in the recordings list. */
export interface RecordingRow {
  readonly id: string;
  /** The recording's given name, which distinguishes attempts of one agent; else the agent's name. */
  readonly title: string;
  /** Version of the agent; empty below a given name. */
  readonly version: string;
  /** The editor; preceded by the agent if the title does not name it. */
  readonly subtitle: string;
  readonly command: string;
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
  /** An abnormal end: `exit 1`, `SIGKILL`, `interrupted`. */
  readonly ending: string;
  readonly isPinned: boolean;
  /** acptap took part. */
  readonly hasInterventions: boolean;
  /** How many of its frames are held; empty for none. */
  readonly held: string;
  /** `waits for a person, 41 s`; empty while nobody is waited for, and while acptap holds a frame. */
  readonly wait: string;
  readonly comments: readonly string[];
}

/** `held`: the number of its frames that acptap holds. */
export function toRecordingRow(recording: RecordingSummary, now: EpochMs, held = 0): RecordingRow {
  const { agent, client, name, command, entries } = recording;
  const wait = held > 0 ? undefined : toWait(recording, now);
  const startedAt = parseInstant(recording.startedAt);
  const agentName = agent ? titleOf(agent) : toVisibleLine(programOf(command));
  return {
    id: recording.id,
    title: name ? toVisibleLine(name) : agentName,
    version: name ? '' : toVisibleLine(agent?.version ?? ''),
    subtitle: [name ? (agent ? versionedOf(agent) : agentName) : '', client ? versionedOf(client) : 'no client named']
      .filter((part) => part !== '')
      .join(' · '),
    command: toCommandLine(command),
    started: formatStart(startedAt, now),
    startedExactly: recording.startedAt,
    duration: durationOf(recording, startedAt),
    counts: [
      {
        of: 'client',
        count: formatCompact(entries.client),
        label: `${formatCounted(entries.client, 'frame')} of the client`,
      },
      {
        of: 'agent',
        count: formatCompact(entries.agent),
        label: `${formatCounted(entries.agent, 'frame')} of the agent`,
      },
      ...(entries.stderr > 0
        ? [
            {
              of: 'stderr' as const,
              count: formatCompact(entries.stderr),
              label: `${formatCounted(entries.stderr, 'piece')} of standard error`,
            },
          ]
        : []),
    ],
    findings: (['error', 'warning', 'note'] as const)
      .filter((grade) => recording.findings[grade] > 0)
      .map((grade) => ({
        grade,
        count: formatCompact(recording.findings[grade]),
        label: `${recording.findings[grade]} of grade ${grade}`,
      })),
    state: recording.state,
    ending: endingOf(recording),
    isPinned: recording.pinned,
    hasInterventions: recording.interventions === true,
    held: held > 0 ? `${formatCompact(held)} held` : '',
    wait: wait ? `${wait.text}, ${wait.since}` : '',
    comments: recording.comments.map(toVisibleLine),
  };
}

const titleOf = ({ title, name }: Implementation) => toVisibleLine(title ?? name);

const versionedOf = (of: Implementation) => `${titleOf(of)} ${toVisibleLine(of.version ?? '')}`.trim();

const programOf = (command: readonly string[]) => command[0]?.split(/[\\/]/).at(-1) ?? 'unknown agent';

/** For reading, not for pasting into a shell. */
export const toCommandLine = (command: readonly string[]): string => toVisibleLine(command.map(quoted).join(' '));

const quoted = (word: string) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word));

function durationOf({ endedAt }: RecordingSummary, startedAt: EpochMs): string {
  if (endedAt === null) return '';
  return formatDuration(elapsedUs(Math.max(parseInstant(endedAt) - startedAt, 0) * 1000));
}

function endingOf({ state, exit }: RecordingSummary): string {
  if (state === 'interrupted') return 'interrupted';
  if (exit?.signal) return toVisibleLine(exit.signal);
  return exit?.code ? `exit ${exit.code}` : '';
}
