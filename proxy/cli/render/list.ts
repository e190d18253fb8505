import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { isIdle } from '#core/share/idle.ts';
import { summarizeWait } from '#core/share/never-answered.ts';
import { cut } from '#core/text/cut.ts';
import { GRADES } from '#core/model/finding.ts';
import { PRUNE_ADVICE } from '../../recorder/folder-size.ts';
import type { UnreadSpool } from '../../recorder/unread-spools.ts';
import { READER_NODE } from '../../shim/reader-node.ts';
import { formatBytes } from '#core/text/format-bytes.ts';
import { visible } from '#core/wire/visible.ts';
import { table } from './table.ts';

interface ListPlace {
  readonly database: string;
  /** Bytes of all recordings. */
  readonly used: number;
  readonly columns?: number | undefined;
  /** In milliseconds since the epoch; default: now. */
  readonly now?: number;
}

/** The recordings as a table, and the `used` bytes of all; without recordings, how to make one. */
export function renderList(
  recordings: readonly RecordingSummary[],
  { database, used, columns, now }: ListPlace,
): string {
  if (recordings.length === 0)
    return `Nothing is recorded in ${database} yet. Put "acptap run --" before the agent's command in the editor's settings, or try: acptap demo\n`;
  return `${renderRecordings(recordings, columns, now)}${countRecordings(recordings.length)}, ${formatBytes(used)}\n`;
}

/** `1 recording`, `2 recordings`. */
export const countRecordings = (count: number): string => `${count} recording${count === 1 ? '' : 's'}`;

/** The recordings as a table, cut to `columns`, with the comments of each below it. */
export function renderRecordings(recordings: readonly RecordingSummary[], columns?: number, now = Date.now()): string {
  const [headline = '', ...lines] = table(
    [
      ['ID', 'STARTED', 'STATE', 'FINDINGS', 'AGENT', 'CLIENT', 'FRAMES', 'SIZE', 'COMMAND'],
      ...recordings.map((recording) => [
        recording.id,
        localTime(recording.startedAt),
        wordsOfState(recording, now),
        renderGrades(recording.findings),
        party(recording.agent),
        party(recording.client),
        `${recording.entries.client} client, ${recording.entries.agent} agent`,
        recording.size === null ? '-' : formatBytes(recording.size),
        nameAndCommand(recording),
      ]),
    ],
    columns,
  ).split('\n');
  return [
    headline,
    ...recordings.flatMap(({ comments }, index) => [
      lines[index] ?? '',
      ...comments.map((comment) => cut(`    comment: ${visible(comment)}`, columns)),
    ]),
    '',
  ].join('\n');
}

/** The notice about a large data folder, with what to do. */
export const largeFolderNotice = (used: number): string => `the data folder has ${formatBytes(used)}: ${PRUNE_ADVICE}`;

/** A line for recordings that are not ingested yet, or an empty text. */
export function renderUnread(spools: readonly UnreadSpool[], columns?: number): string {
  if (spools.length === 0) return '';
  return table(
    [
      ['ID', 'STARTED', 'STATE', 'COMMAND'],
      ...spools.map(({ id, startedAt, isLive, name, command }) => [
        id,
        localTime(startedAt),
        `${isLive ? 'live, ' : ''}not read yet: needs Node >= ${READER_NODE}`,
        nameAndCommand({ name, command }),
      ]),
    ],
    columns,
  );
}

/** `login hangs · gemini --acp`; the command alone without a name. */
export const nameAndCommand = ({
  name,
  command,
}: {
  readonly name?: string | null | undefined;
  readonly command: readonly string[];
}): string => [name, command.join(' ')].filter(Boolean).join(' · ');

const party = (implementation: RecordingSummary['agent']) =>
  implementation === null ? '-' : [implementation.name, implementation.version].filter(Boolean).join(' ');

/** `exit 0, unanswered by client, pinned`; `live, waits for a person`; `live, acptap holds #9`. */
function wordsOfState(recording: RecordingSummary, now: number): string {
  const { state, waiting, startedAt, pinned, interventions } = recording;
  const elapsed = state === 'live' ? (now - Date.parse(startedAt)) * 1000 : undefined;
  const words = [
    isIdle(recording) ? 'idle' : summarizeWait(waiting, elapsed),
    pinned ? 'pinned' : '',
    interventions ? 'interventions' : '',
  ];
  return [stateOf(recording), ...words.filter((word) => word !== '')].join(', ');
}

/** `live`, `interrupted`, or how the agent ended. */
export function stateOf({ state, exit }: RecordingSummary): string {
  if (state !== 'ended' || !exit) return state;
  return exit.signal ?? (exit.code === null ? 'not started' : `exit ${exit.code}`);
}

/** Neither side has sent anything. */
export const isWithoutFrames = ({ entries }: RecordingSummary): boolean => entries.client + entries.agent === 0;

/** `2 errors, 1 note`; `none` without findings. */
export function renderGrades(counts: RecordingSummary['findings']): string {
  const said = GRADES.filter((grade) => counts[grade] > 0).map(
    (grade) => `${counts[grade]} ${grade}${counts[grade] === 1 ? '' : 's'}`,
  );
  return said.length === 0 ? 'none' : said.join(', ');
}

/** `2026-11-21 04:30:10` in the reader's time zone. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000); // `Intl` takes 30 ms to start
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}
