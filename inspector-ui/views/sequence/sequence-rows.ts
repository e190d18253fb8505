import type { Group, GroupKind, TimelineRow } from '#core/contract/timeline.ts';
import { GAP_US } from '#core/contract/stats.ts';
import { asksPerson } from '#core/protocol/method-traits.ts';
import { elapsedUs } from '#core/wire/units.ts';
import { formatCount } from '../../text/size.ts';
import { formatDelta, formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible.ts';
import { toBadge, toTimelineRow, type RowContext, type TimelineLineRow } from '../timeline/timeline-rows.ts';

/**
 * How a row is drawn between the two lanes. `question`: a solid arrow; `answer`: a dashed one; `both`: there and back; `update`: a thin
 * one; `run`: many of them as one; `note`: nothing passes, something is said beside the agent's lane or across both.
 */
export type Arrow = 'question' | 'answer' | 'both' | 'update' | 'run' | 'note';

/** A row of the sequence: what the timeline would say of it, and how it is drawn. */
export interface SequenceRow extends TimelineLineRow {
  readonly arrow: Arrow;
  /** What stands on the arrow: what it is called, and what is said of it. Either may be empty. */
  readonly name: string;
  readonly said: string;
  /** Since the row above; empty where that is not held. */
  readonly delta: string;
  /** True where nothing passed for so long that a person notices. */
  readonly isGap: boolean;
  /** What is wrong, in words; empty where nothing is. */
  readonly wrong: string;
  /** A person was waited for: so long, and how much that is of the longest wait in sight. */
  readonly human: { readonly text: string; readonly share: number } | undefined;
  /** Whose conversation it is; undefined for what belongs to none. `isNew` where what came before was of another. */
  readonly session: SessionMark | undefined;
  /** Whether the agent is at work on a prompt. */
  readonly isActive: boolean;
}

export interface SessionMark {
  readonly id: string;
  /** As short as it can be told apart in most recordings. */
  readonly label: string;
  /** One of HUES colours, always the same for an id. */
  readonly hue: number;
  readonly isNew: boolean;
}

export const HUES = 6;

export interface SequenceContext extends Omit<RowContext, 'before'> {
  /** The row above, where it is held. */
  readonly above: TimelineRow | undefined;
  /** The last session that a row above it was of; null where none is known. */
  readonly sessionAbove: string | null;
  /** The longest wait for a person among the rows in sight, in microseconds. */
  readonly longestWait: number;
}

export function toSequenceRow(
  row: TimelineRow,
  { above, sessionAbove, longestWait, ...context }: SequenceContext,
): SequenceRow {
  const line = toTimelineRow(row, { ...context, before: above?.t });
  const waited = humanWait(row);
  return {
    ...line,
    arrow: arrowOf(row),
    ...labelOf(row, line),
    delta: above ? formatDelta(elapsedUs(row.t), elapsedUs(above.t)) : '',
    isGap: above !== undefined && row.t - above.t >= GAP_US,
    wrong: wrongOf(row),
    human:
      waited === 0
        ? undefined
        : { text: formatDuration(elapsedUs(waited)), share: waited / Math.max(longestWait, waited) },
    session: sessionOf(row, sessionAbove),
    isActive: row.group !== null && row.group.turn !== null,
  };
}

/** Kinds that are a question and its answer, or several. */
const ASKED: ReadonlySet<GroupKind> = new Set(['session', 'permission', 'file', 'terminal', 'exchange']);

function arrowOf({ kind, from, group }: TimelineRow): Arrow {
  if (from === null || from === 'stderr') return 'note';
  if (group && ASKED.has(group.kind) && group.entries > 1) return 'both';
  if (kind === 'request') return 'question';
  if (kind === 'response' || kind === 'error') return 'answer';
  return group && group.entries > 1 ? 'run' : 'update';
}

/** `session/prompt` and `Fix the test`, nothing and `tool_call · pending · Edit file`, `message` and `Here it is`: nothing is said twice. */
function labelOf({ kind }: TimelineRow, { title, lead, summary }: TimelineLineRow): Pick<SequenceRow, 'name' | 'said'> {
  const said = lead === '' ? summary : summary === '' ? lead : `${lead} · ${summary}`;
  const isSaid = lead !== '' ? kind === 'notification' : summary === title || summary.startsWith(`${title} · `);
  return { name: isSaid ? '' : title, said };
}

/** The worst finding by its rule, and how many there are beside it; of a group those of all its frames. */
function wrongOf({ findings, group }: TimelineRow): string {
  const worst = group ? group.findings.worst : toBadge(findings)?.grade;
  if (!worst) return '';
  const rule = group ? group.findings.rule : findings.find(({ grade }) => grade === worst)?.rule;
  const count = group ? group.findings.count : findings.length;
  return `${worst}: ${rule ?? ''}${count > 1 ? ` +${formatCount(count - 1)}` : ''}`;
}

/** How long a person was waited for, in microseconds: told where the wait was over, of a group as a whole, not again for what it is in. */
export function humanWait({ kind, method, duration, group }: TimelineRow): number {
  if (group) return isContainer(group) ? 0 : group.human;
  const isAnswer = kind === 'response' || kind === 'error';
  return isAnswer && method !== null && asksPerson(method) ? (duration ?? 0) : 0;
}

const isContainer = ({ kind }: Group) => kind === 'session' || kind === 'turn';

function sessionOf({ session }: TimelineRow, above: string | null): SessionMark | undefined {
  if (session === null) return undefined;
  return {
    id: session,
    label: toVisibleLine(session.slice(0, 8)),
    hue: hueOf(session),
    isNew: above !== session,
  };
}

/** FNV-1a, for a colour that does not depend on what else there is. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % HUES;
}
