import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { GRADES } from '#core/rules/engine/rule.ts';
import type { UnreadSpool } from '../../recorder/unread-spools.ts';
import { READER_NODE } from '../../shim/reader-node.ts';
import { table } from './table.ts';

/** The recordings as a table, cut to `columns`; without recordings, how to make one. */
export function renderList(recordings: readonly RecordingSummary[], database: string, columns?: number): string {
  if (recordings.length === 0)
    return `Nothing is recorded in ${database} yet. Put "acptap run --" before the agent's command in the editor's settings, or try: acptap demo\n`;
  return table(
    [
      ['ID', 'STARTED', 'STATE', 'AGENT', 'CLIENT', 'FRAMES', 'FINDINGS', 'COMMAND'],
      ...recordings.map((recording) => [
        recording.id,
        localTime(recording.startedAt),
        stateOf(recording),
        party(recording.agent),
        party(recording.client),
        `${recording.entries.client} client, ${recording.entries.agent} agent`,
        renderGrades(recording.findings),
        recording.name || recording.command.join(' '),
      ]),
    ],
    columns,
  );
}

/** Recordings that were not ingested yet; empty if there are none. */
export function renderUnread(spools: readonly UnreadSpool[], columns?: number): string {
  if (spools.length === 0) return '';
  return table(
    [
      ['ID', 'STARTED', 'STATE', 'COMMAND'],
      ...spools.map(({ id, startedAt, isLive, name, command }) => [
        id,
        localTime(startedAt),
        `${isLive ? 'live, ' : ''}not read yet: needs Node >= ${READER_NODE}`,
        name || command.join(' '),
      ]),
    ],
    columns,
  );
}

const party = (implementation: RecordingSummary['agent']) =>
  implementation === null ? '-' : [implementation.name, implementation.version].filter(Boolean).join(' ');

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
  return new Date(iso).toLocaleString('sv-SE');
}
