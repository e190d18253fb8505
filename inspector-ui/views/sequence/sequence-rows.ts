import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Group, GroupKind } from '#core/model/group.ts';
import { GAP_US } from '#core/model/stats.ts';
import { asksPerson } from '#core/protocol/method-traits.ts';
import { elapsedUs } from '#core/units.ts';
import { hueOf } from '../../text/session-number.ts';
import { formatCount } from '../../text/size.ts';
import { formatDelta, formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { TimelineLineRow } from '../timeline/timeline-line-row.ts';
import { toBadge, toTimelineRow, type RowContext } from '../timeline/timeline-rows.ts';

/**
 * Drawing of a row between the two lanes. `question`: a solid arrow; `answer`: a dashed one; `both`: there and back;
 * `update`: a thin one; `run`: many frames as one; `own`: from the middle, where acptap is; `note`: no arrow, a text beside the agent's lane or across both.
 */
export type Arrow = 'question' | 'answer' | 'both' | 'update' | 'run' | 'own' | 'note';

/** A row of the sequence: the timeline's texts, and how to draw it. */
export interface SequenceRow extends TimelineLineRow {
  readonly arrow: Arrow;
  /** Label of the arrow: `name` and `said` (the summary). Either may be empty. */
  readonly name: string;
  readonly said: string;
  /** Time since the row above; empty if that row is not held. */
  readonly delta: string;
  /** True after a noticeable pause. */
  readonly isGap: boolean;
  /** Findings in words; empty for none. */
  readonly wrong: string;
  /** A wait for a person: its duration, and its share of the longest visible wait. */
  readonly human: { readonly text: string; readonly share: number } | undefined;
  /** The session; undefined for rows outside sessions. `isNew`: the rows above belong to another session. */
  readonly session: SessionMark | undefined;
  /** Whether the agent is working on a prompt. */
  readonly isActive: boolean;
}

export interface SessionMark {
  readonly id: string;
  /** Abbreviated id, distinct in most recordings. */
  readonly label: string;
  /** One of HUES colours; constant for an id. */
  readonly hue: number;
  readonly isNew: boolean;
}

export interface SequenceContext extends Omit<RowContext, 'before'> {
  /** The row above, if held. */
  readonly above: TimelineRow | undefined;
  /** The last session above this row; null if unknown. */
  readonly sessionAbove: string | null;
  /** The longest wait for a person among the visible rows, in microseconds. */
  readonly longestWait: number;
}

export function toSequenceRow(
  row: TimelineRow,
  { above, sessionAbove, longestWait, ...context }: SequenceContext,
): SequenceRow {
  const line = toTimelineRow(row, { ...context, before: above?.t });
  const waited = humanWaitUs(row);
  return {
    ...line,
    arrow: arrowOf(row),
    ...labelOf(row, line),
    delta: above ? formatDelta(elapsedUs(row.t), elapsedUs(above.t)) : '',
    isGap: above !== undefined && row.t - above.t >= GAP_US,
    wrong: wrongOf(row),
    duration: line.exchange !== 'unanswered' ? line.duration : line.status ? '' : 'never answered', // not beside a status, which shows it
    human:
      waited === 0
        ? undefined
        : { text: formatDuration(elapsedUs(waited)), share: waited / Math.max(longestWait, waited) },
    session: sessionOf(row, sessionAbove),
    isActive: row.group !== null && row.group.turn !== null,
  };
}

/** Kinds that consist of requests and their responses. */
const ASKED: ReadonlySet<GroupKind> = new Set(['session', 'permission', 'file', 'terminal', 'exchange']);

function arrowOf({ kind, from, group, own }: TimelineRow): Arrow {
  if (own && own.toward !== null) return 'own';
  if (from === null || from === 'stderr') return 'note';
  if (group && ASKED.has(group.kind) && group.entries > 1) return 'both';
  if (kind === 'request') return 'question';
  if (kind === 'response' || kind === 'error') return 'answer';
  return group && group.entries > 1 ? 'run' : 'update';
}

/** `session/prompt` and `Fix the test`, or `message` and `Here it is`. Repeats nothing: either may be empty. */
function labelOf({ kind }: TimelineRow, { title, lead, summary }: TimelineLineRow): Pick<SequenceRow, 'name' | 'said'> {
  const said = lead === '' ? summary : summary === '' ? lead : `${lead} · ${summary}`;
  const isSaid = lead !== '' ? kind === 'notification' : summary === title || summary.startsWith(`${title} · `);
  return { name: isSaid ? '' : title, said };
}

/** The rule of the worst finding, and the number of others; for a group over all its frames. */
function wrongOf({ findings, group }: TimelineRow): string {
  const worst = group ? group.findings.worst : toBadge(findings)?.grade;
  if (!worst) return '';
  const rule = group ? group.findings.rule : findings.find(({ grade }) => grade === worst)?.rule;
  const count = group ? group.findings.count : findings.length;
  return `${worst}: ${rule ?? ''}${count > 1 ? ` +${formatCount(count - 1)}` : ''}`;
}

/**
 * Returns the wait for a person in microseconds. Counts it once: on the response or the group, not on enclosing rows.
 */
export function humanWaitUs({ kind, method, duration, group }: TimelineRow): number {
  if (group) return isContainer(group) ? 0 : group.human;
  const isAnswer = kind === 'response' || kind === 'error';
  return isAnswer && method !== null && asksPerson(method) ? (duration ?? 0) : 0;
}

const isContainer = ({ kind }: Group) => kind === 'session' || kind === 'turn';

function sessionOf({ session }: TimelineRow, above: string | null): SessionMark | undefined {
  if (session === null) return undefined;
  return {
    id: session,
    label: toVisibleLine(session.length > 12 ? `${session.slice(0, 8)}…` : session),
    hue: hueOf(session),
    isNew: above !== session,
  };
}
