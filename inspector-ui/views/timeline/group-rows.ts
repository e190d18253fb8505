import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Group, GroupKind } from '#core/model/group.ts';
import { elapsedUs } from '#core/units.ts';
import { formatBytes, formatCount } from '../../text/size.ts';
import { toGroupMark } from '../../text/intervention.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { NEVER, type Badge, type Status, type TimelineLineRow } from './timeline-line-row.ts';

/**
 * Returns the texts of a group's row that differ from those of its first frame. `isQuestionHeld`: whether acptap holds a
 * question to a person, or its answer.
 */
export function toGroupFacts(
  row: TimelineRow,
  group: Group,
  isLive: boolean,
  isQuestionHeld = false,
): Partial<TimelineLineRow> {
  const { kind, entries } = group;
  const words = GROUPS[kind];
  const isPlain = words.title === undefined;
  return {
    isOpen: kind === 'session' || kind === 'turn' ? !group.isCollapsed : entries > 1 ? group.isOpened : undefined,
    ...(words.title === undefined ? {} : { title: words.title, lead: '', summary: toVisibleLine(group.title) }),
    ...(kind === 'turn' ? { lead: '', summary: toVisibleLine(group.title) } : {}),
    status: statusOf(group, isLive, isQuestionHeld),
    count: entries > (isPlain ? 2 : 1) ? `${formatCount(entries)} ${words.many}` : '',
    ...spanOf(group, isLive),
    size: isPlain && row.kind !== 'event' ? formatBytes(row.bytes) : '',
    badge: toGroupBadge(group.findings),
    ...(entries > 1 ? { mark: group.interventions && toGroupMark(group.interventions, entries) } : {}),
  };
}

/** Title of a group's row, unless the method of its first frame is clear enough; and the plural of its entries. */
const GROUPS: { readonly [kind in GroupKind]: { readonly title?: string; readonly many: string } } = {
  session: { many: 'frames' },
  turn: { many: 'frames' },
  message: { title: 'message', many: 'chunks' },
  thought: { title: 'thought', many: 'chunks' },
  'user-message': { title: 'user message', many: 'chunks' },
  plan: { title: 'plan', many: 'updates' },
  'tool-call': { title: 'tool call', many: 'frames' },
  permission: { many: 'frames' },
  file: { many: 'frames' },
  terminal: { title: 'terminal', many: 'frames' },
  exchange: { many: 'frames' },
  update: { many: 'updates' },
  notification: { many: 'frames' },
  stderr: { title: 'stderr', many: 'pieces' },
  noise: { title: 'not a message', many: 'lines' },
  event: { many: 'events' },
  orphan: { many: 'frames' },
};

/** Kinds that end with a response or a final status. */
const ENDING: ReadonlySet<GroupKind> = new Set([
  'session',
  'turn',
  'tool-call',
  'permission',
  'file',
  'terminal',
  'exchange',
]);

function statusOf(
  { kind, status, until, waiting }: Group,
  isLive: boolean,
  isQuestionHeld: boolean,
): Status | undefined {
  if (until === null && waiting?.on === 'human') {
    if (!isLive) return { text: 'nobody answered', tone: 'bad' };
    return isQuestionHeld ? { text: 'held by acptap', tone: 'open' } : { text: 'waits for a person', tone: 'waiting' };
  }
  if (until === null && waiting?.on === 'acptap' && isLive) return { text: 'held by acptap', tone: 'open' };
  if (status === null) {
    if (!ENDING.has(kind) || until !== null || kind === 'exchange') return undefined;
    return isLive ? { text: 'running', tone: 'open' } : { text: 'never ended', tone: 'plain' };
  }
  if (status === 'ok') return undefined;
  return { text: toVisibleLine(status).replaceAll('_', ' '), tone: TONES[status] ?? 'plain' };
}

const TONES: Readonly<Record<string, Status['tone']>> = {
  completed: 'good',
  end_turn: 'good',
  failed: 'bad',
  error: 'bad',
  refusal: 'bad',
  in_progress: 'open',
  pending: 'open',
};

function spanOf({ kind, t, until, entries }: Group, isLive: boolean): Partial<TimelineLineRow> {
  if (until !== null) {
    const duration =
      until > t || (ENDING.has(kind) && entries > 1) ? formatDuration(elapsedUs(Math.max(until - t, 0))) : '';
    return { duration, exchange: entries > 1 ? 'answered' : 'none' };
  }
  if (!ENDING.has(kind)) return { duration: '', exchange: 'none' };
  return isLive ? { duration: 'waiting', exchange: 'pending' } : { duration: NEVER, exchange: 'unanswered' };
}

function toGroupBadge({ count, worst, rule }: Group['findings']): Badge | undefined {
  if (worst === null) return undefined;
  const first = `${worst}: ${rule ?? 'a finding'}`;
  return { grade: worst, count, label: count === 1 ? first : `${count} findings, the worst is ${first}` };
}
