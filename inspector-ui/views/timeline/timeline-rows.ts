import type { TimelineRow } from '#core/contract/timeline.ts';
import { GRADES, worstGrade } from '#core/model/finding.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryRow } from '#core/model/row.ts';
import { updatesSession } from '#core/protocol/method-traits.ts';
import { elapsedUs, epochMs, type EpochMs } from '#core/units.ts';
import type { EntryName } from '../../text/entry-name.ts';
import { toPeerName, toProgramName } from '../../text/peer-name.ts';
import { formatBytes, formatCounted } from '../../text/size.ts';
import { toMark, type InterventionMark } from '../../text/intervention.ts';
import { formatClock, formatDelta, formatDuration, formatElapsed, type TimeMode } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toGroupFacts } from './group-rows.ts';
import { NEVER, type Badge, type Lane, type TimelineLineRow } from './timeline-line-row.ts';

export interface RowContext {
  readonly timeMode: TimeMode;
  readonly startedAt: EpochMs;
  /** Time of the previous row; undefined if it is not held. */
  readonly before: number | undefined;
  readonly isLive: boolean;
  /** Whether acptap holds a question to a person, or its answer. */
  readonly isQuestionHeld?: boolean;
  /** The mark of a frame that is held now, or waits behind one. */
  readonly held?: InterventionMark | undefined;
}

export function toTimelineRow(row: TimelineRow, context: RowContext): TimelineLineRow {
  const { group } = row;
  const lane = laneOf(row);
  // The row of repeated updates has the latest one.
  const [lead, summary] = splitSummary(group?.kind === 'update' ? { ...row, summary: group.title } : row);
  const line: TimelineLineRow = {
    comment: toVisibleLine(row.comment ?? ''),
    seq: row.seq,
    time: timeOf(row, context),
    lane,
    way: wayOf(row, context.held),
    kind: row.kind,
    level: row.level,
    isOpen: undefined,
    title: titleOf(row),
    lead,
    summary,
    status: undefined,
    count: '',
    id: row.id === null ? undefined : toVisibleLine(row.id),
    idOwner: idOwnerOf(row),
    ...exchangeOf(row, context.isLive),
    size: row.kind === 'event' ? '' : formatBytes(row.bytes),
    badge: toBadge(row.findings),
    mark: toMark(row),
    own: row.own?.event,
    toward: row.own?.toward ?? undefined,
  };
  const whole = group ? { ...line, ...toGroupFacts(row, group, context.isLive, context.isQuestionHeld) } : line;
  return context.held ? { ...whole, mark: context.held } : whole;
}

/** The line of a row that is being fetched. Has all nodes, so that the entry can fill them. */
export const EMPTY_ROW: TimelineLineRow = {
  comment: '',
  seq: -1,
  time: '',
  lane: 'process',
  way: 'loading',
  kind: 'event',
  level: 0,
  isOpen: undefined,
  title: '',
  lead: '',
  summary: '',
  status: undefined,
  count: '',
  id: undefined,
  idOwner: undefined,
  duration: '',
  exchange: 'none',
  size: '',
  badge: undefined,
  mark: undefined,
  own: undefined,
  toward: undefined,
};

const WAYS: Readonly<Record<Lane, string>> = {
  client: 'client to agent',
  agent: 'agent to client',
  stderr: 'agent’s standard error',
  process: 'process',
};

function wayOf(row: EntryRow, held: InterventionMark | undefined): string {
  const { own, sent } = row;
  if (own) return own.toward === null ? 'acptap' : `acptap to ${own.toward}`;
  return `${WAYS[laneOf(row)]}${held ? `, ${held.text}` : sent?.t === null ? ', not delivered' : ''}`;
}

export const laneOf = ({ from }: Pick<EntryRow, 'from'>): Lane => from ?? 'process';

export function titleOf({ kind, method, own }: Pick<EntryRow, 'kind' | 'method' | 'own'>): string {
  if (own) return 'acptap';
  if (kind === 'stderr') return 'stderr';
  if (kind === 'event') return 'process';
  if (method !== null) return toVisibleLine(method);
  return kind === 'invalid' ? 'not a message' : kind === 'response' || kind === 'error' ? 'unmatched response' : kind;
}

/** Returns the name of an entry for links; `row` is undefined while unknown. Updates use their kind. */
export function toEntryName(seq: number, row: EntryRow | undefined): EntryName {
  if (!row) return { seq, what: undefined };
  const [lead, summary] = splitSummary(row);
  return { seq, what: { title: lead || titleOf(row), lane: laneOf(row), summary } };
}

function timeOf({ t }: EntryRow, { timeMode, startedAt, before }: RowContext): string {
  if (timeMode === 'abs') return formatClock(epochMs(startedAt + Math.floor(t / 1000)));
  if (timeMode === 'rel') return formatElapsed(elapsedUs(t));
  return before === undefined ? '' : formatDelta(elapsedUs(t), elapsedUs(before));
}

/** The most characters that a list has in its columns of numbers and of times. */
export interface CellRoom {
  readonly digits: number;
  readonly time: number;
}

/** `end`: elapsed at the recording's end, or now. */
export function toCellRoom(entries: number, end: number, timeMode: TimeMode): CellRoom {
  const longest = formatElapsed(elapsedUs(Math.max(Math.floor(end), 0))).length;
  return {
    digits: `${Math.max(entries - 1, 0)}`.length,
    time: timeMode === 'abs' ? formatClock(epochMs(0)).length : timeMode === 'rel' ? longest : longest + 1,
  };
}

/** Splits off an update's kind, which is the first part of its summary. */
function splitSummary({ method, summary }: EntryRow): readonly [string, string] {
  const text = toVisibleLine(summary);
  if (!updatesSession(method)) return ['', text];
  const end = text.indexOf(' · ');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 3)];
}

function idOwnerOf({ id, from, kind }: EntryRow): 'client' | 'agent' | undefined {
  if (id === null || (from !== 'client' && from !== 'agent')) return undefined;
  const isAnswer = kind === 'response' || kind === 'error';
  return isAnswer === (from === 'client') ? 'agent' : 'client';
}

function exchangeOf(row: EntryRow, isLive: boolean): Pick<TimelineLineRow, 'duration' | 'exchange'> {
  if (row.duration !== null) return { duration: formatDuration(elapsedUs(row.duration)), exchange: 'answered' };
  if (row.kind !== 'request') return { duration: '', exchange: 'none' };
  if (row.sent?.t === null && row.sent.why.some(({ kind }) => kind === 'answer'))
    return { duration: 'by acptap', exchange: 'none' };
  return isLive ? { duration: 'waiting', exchange: 'pending' } : { duration: NEVER, exchange: 'unanswered' };
}

/** Returns one badge for all findings of a row: the worst grade and the number. */
export function toBadge(findings: EntryRow['findings']): Badge | undefined {
  const grade = worstGrade(findings);
  if (!grade) return undefined;
  const label = findings.map((finding) => `${finding.grade}: ${finding.rule}`).join('\n');
  return { grade, count: findings.length, label };
}

/** The line above the timeline. */
export interface TimelineHead {
  /** The name that the user gave the recording; empty without one. */
  readonly name: string;
  readonly client: string;
  readonly agent: string;
  readonly facts: string;
  readonly findings: Badge | undefined;
}

export function toTimelineHead(recording: RecordingSummary, total: number): TimelineHead {
  const { client, agent, protocolVersion, cwd, command } = recording;
  const facts = [
    formatCounted(total, 'entry', 'entries'),
    protocolVersion === null ? '' : `protocol ${protocolVersion}`,
    toVisibleLine(cwd),
  ];
  return {
    name: toVisibleLine(recording.name ?? ''),
    client: client ? toPeerName(client) : 'client',
    agent: agent ? toPeerName(agent) : toProgramName(command),
    facts: facts.filter((fact) => fact !== '').join(' · '),
    findings: toTotal(recording.findings),
  };
}

/** Returns one badge for all findings of a recording. */
export function toTotal(findings: RecordingSummary['findings']): Badge | undefined {
  const grade = GRADES.find((candidate) => findings[candidate] > 0);
  const label = GRADES.filter((each) => findings[each] > 0).map((each) => `${findings[each]} of grade ${each}`);
  return grade && { grade, count: findings.error + findings.warning + findings.note, label: label.join(', ') };
}
