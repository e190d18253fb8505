import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryRow } from '#core/model/row.ts';
import { describeOpen, describeUnanswered } from '#core/share/never-answered.ts';
import { describeSent } from '#core/share/describe-sent.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { formatSeconds } from '#core/text/format-elapsed.ts';
import { elapsedUs } from '#core/units.ts';
import { visible } from '#core/wire/visible.ts';
import { renderGrades, stateOf } from './list.ts';
import { plain, type Paint } from './paint.ts';

/**
 * The header of a recording, with its open requests: who is to answer, or never answered, and for how long. A live
 * recording waits until `now` (epoch ms).
 */
export function renderHeader(recording: RecordingSummary, now: number = Date.now()): string {
  return block([
    `${titleOf(recording)} · ${stateOf(recording)}${recording.pinned ? ' · pinned' : ''}${recording.interventions ? ' · acptap took part' : ''}`,
    recording.command.join(' '),
    `${partiesIn(recording)} · findings: ${renderGrades(recording.findings)}`,
    ...describeOpen(recording, now),
    ...comments(recording),
  ]);
}

/** The header of a file that is still being read: its end and findings are unknown. */
export function renderBeginning(recording: RecordingSummary): string {
  const { command, client, agent } = recording;
  return block([
    titleOf(recording),
    command.join(' '),
    ...(client || agent ? [partiesIn(recording)] : []),
    ...comments(recording),
  ]);
}

/** The end and the findings that `renderBeginning` left out, below the entries. */
export const renderEnding = (recording: RecordingSummary): string =>
  `\n${[
    `${stateOf(recording)} · ${partiesIn(recording)} · findings: ${renderGrades(recording.findings)}`,
    ...describeUnanswered(recording).map((words) => `never answered: ${words}`),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('')}`;

const comments = (recording: RecordingSummary) => recording.comments.map((comment) => `comment: ${comment}`);

const block = (lines: readonly string[]): string => `${lines.map((line) => visible(line)).join('\n')}\n\n`;

const titleOf = ({ id, name, startedAt }: RecordingSummary): string =>
  `${name ? `${name} (${id})` : id} · ${startedAt}`;

function partiesIn({ agent, client, protocolVersion }: RecordingSummary): string {
  const who = (party: RecordingSummary['agent']) =>
    party ? [party.name, party.version].filter(Boolean).join(' ') : 'unknown';
  return `client ${who(client)} · agent ${who(agent)} · protocol ${protocolVersion ?? 'unknown'}`;
}

const MARKS = { client: '>', agent: '<', stderr: '!' } as const;

/**
 * `    #12     1.520 s  < session/prompt                id 3  ok  end_turn  (1.20 s)  [note: rule]`: #12 is the entry,
 * id 3 that of the request. `session`: a session to name: `in sess-2`.
 */
export function renderRow(row: EntryRow, paint: Paint = plain, session: string | null = null): string {
  const { seq, t, findings } = row;
  const [mark, name, ...words] = wordsOf(row);
  const tags = findings.map(({ grade, rule }) => paint(grade, `[${grade}: ${rule}]`));
  const doing = row.sent ? [paint('warning', `[${describeSent(row.sent)}]`)] : [];
  const line = `${`#${seq}`.padStart(7)}  ${`${formatSeconds(elapsedUs(t))} s`.padStart(10)}  ${mark} ${name.padEnd(28)}`;
  const where = session === null || row.summary.includes(session) ? [] : [`in ${visible(shortId(session))}`];
  return `${[line, ...words, ...where, ...doing, ...tags].join('  ').trimEnd()}\n`;
}

/** A row in a finding about another one: `#12 < session/update  tool_call · pending · Edit file`. */
export function renderMentionedRow(row: EntryRow): string {
  const [mark, name, ...words] = wordsOf(row);
  return [`#${row.seq} ${mark} ${name}`, ...words].join('  ');
}

/** The side, name and summary of a row. Safe for a terminal. */
function wordsOf({ from, kind, method, id, summary, duration }: EntryRow): readonly [string, string, ...string[]] {
  const words = [
    id === null ? '' : `id ${shortId(id)}`,
    kind === 'response' ? 'ok' : kind === 'error' ? 'error' : '',
    summary,
    duration !== null && kind !== 'request' ? `(${formatDuration(elapsedUs(duration))})` : '',
  ];
  const name = kind === 'stderr' || kind === 'event' ? kind : (method ?? kind);
  return [from === null ? '=' : MARKS[from], visible(name), ...words.filter((word) => word !== '').map(visible)];
}

/** Cuts UUIDs, to leave room for the summary. */
const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 9)}…` : id);
