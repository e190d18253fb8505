import type { Card, ChangeBody, PlanItem, SessionBody, TurnEndBody } from '#core/model/cards.ts';
import { formatCost } from '#core/text/format-cost.ts';
import { elapsedUs, epochMs, type EpochMs } from '#core/units.ts';
import { sessionNumber } from '../../text/session-number.ts';
import { formatCompact, formatCount, formatCounted } from '../../text/size.ts';
import { formatClock, formatDelta, formatDuration, formatElapsed, type TimeMode } from '../../text/time.ts';

/** Emphasis of a text. */
export type Tone = 'quiet' | 'good' | 'warning' | 'bad' | 'busy';

/** Returns a name of a card that is unique in the recording and does not change. */
export const cardName = ({ first, part }: Pick<Card, 'first' | 'part'>): string => `${part}/${first}`;

/** The rail beside a card: time, entries, duration, findings. */
export interface CardRail {
  readonly frames: string;
  readonly framesTitle: string;
  readonly badge:
    | { readonly grade: 'error' | 'warning' | 'note'; readonly count: number; readonly label: string }
    | undefined;
}

/** Formats the start of a card in the page's time mode. */
export function toCardTime(
  { t, part, until }: Card,
  {
    timeMode,
    startedAt,
    before,
  }: { readonly timeMode: TimeMode; readonly startedAt: EpochMs; readonly before: number | undefined },
): string {
  const at = elapsedUs(part === 'end' ? (until ?? t) : t);
  if (timeMode === 'abs') return formatClock(epochMs(startedAt + Math.floor(at / 1000)));
  if (timeMode === 'rel') return formatElapsed(at);
  return before === undefined ? '' : formatDelta(at, elapsedUs(before));
}

/** Returns the side that speaks in a card; undefined for both or none. */
export function laneOf(card: Card): 'client' | 'agent' | undefined {
  switch (card.kind) {
    case 'prompt':
      return 'client';
    case 'message':
      return card.by === 'user' ? 'client' : 'agent';
    case 'tool-call':
    case 'plan':
      return 'agent';
    case 'change':
      return card.by;
    default:
      return undefined;
  }
}

/** Warns that a card leaves out some of its entries. */
export const toUnreadWarning = ({ unread, entries }: Pick<Card, 'unread' | 'entries'>): string =>
  `${formatCount(unread)} of its ${formatCount(entries)} entries are not shown here`;

export function toCardRail({ first, last, entries, findings }: Card): CardRail {
  const more = entries > 1 ? ` to #${last}: ${formatCount(entries)} frames` : '';
  return {
    frames: entries > 1 ? `#${first} +${formatCompact(entries - 1)}` : `#${first}`,
    framesTitle: `Open entry #${first}${more}`,
    badge: findings
      ? { ...findings, label: `${findings.count} ${findings.count === 1 ? 'finding' : 'findings'} in these frames` }
      : undefined,
  };
}

/** Returns `session 2`, to tell the cards of several sessions apart; empty where there is only one. */
export function toSessionLabel({ session }: Pick<Card, 'session'>, sessions: readonly string[]): string {
  const number = sessionNumber(session, sessions);
  return number === undefined ? '' : `session ${number}`;
}

/** Returns `1.24 s`, or words for an unfinished card: it runs if the recording is live, else it never ended. */
export function toDurationText({ t, until }: Pick<Card, 't' | 'until'>, isLive: boolean): string {
  if (until !== null) return until > t ? formatDuration(elapsedUs(until - t)) : '';
  return isLive ? 'running' : 'never ended';
}

/** The mark of a checklist item, with its status in words. */
export function toPlanMark({ status }: PlanItem): {
  readonly mark: string;
  readonly label: string;
  readonly tone: Tone;
} {
  switch (status) {
    case 'completed':
      return { mark: '✓', label: 'completed', tone: 'good' };
    case 'in_progress':
      return { mark: '▸', label: 'in progress', tone: 'busy' };
    case 'cancelled':
      return { mark: '✕', label: 'cancelled', tone: 'quiet' };
    default:
      return { mark: '○', label: status?.replaceAll('_', ' ') ?? 'no status', tone: 'quiet' };
  }
}

export const toPlanProgress = (items: readonly PlanItem[]): string =>
  items.length === 0 ? '' : `${items.filter(({ status }) => status === 'completed').length} of ${items.length} done`;

/** Describes the start of a session: `New session` with its settings, or its failure. */
export function toSessionRow({ method, id, cwd, mode, model, mcpServers, failure }: SessionBody): {
  readonly title: string;
  readonly tone: Tone;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
} {
  const facts = [
    { name: 'id', value: id },
    { name: 'folder', value: cwd },
    { name: 'mode', value: mode },
    { name: 'model', value: model },
    { name: 'MCP servers', value: mcpServers.length > 0 ? mcpServers.join(', ') : null },
  ];
  const { done, failed } = BEGINNINGS[method] ?? { done: method, failed: `${method} failed` };
  return {
    title: failure ? failed : done,
    tone: failure ? 'bad' : 'quiet',
    facts: facts.flatMap(({ name, value }) => (value === null || value === '' ? [] : [{ name, value }])),
  };
}

const BEGINNINGS: Readonly<Record<string, { readonly done: string; readonly failed: string }>> = {
  'session/new': { done: 'New session', failed: 'No new session' },
  'session/load': { done: 'Session loaded', failed: 'Session not loaded' },
  'session/resume': { done: 'Session resumed', failed: 'Session not resumed' },
  'session/fork': { done: 'Session forked', failed: 'Session not forked' },
};

export interface TurnEndRow {
  readonly title: string;
  readonly tone: Tone;
  readonly facts: readonly string[];
}

export function toTurnEndRow(body: TurnEndBody, lasted: string): TurnEndRow {
  const { stopReason, failure, tokens, context } = body;
  const facts = [
    lasted,
    tokens.map(({ name, count }) => `${formatCompact(count)} ${name}`).join(', '),
    context ? `${formatCompact(context.used)} of ${formatCompact(context.size)} tokens in context` : '',
    context?.cost ? formatCost(context.cost) : '',
  ];
  const isPlain = stopReason === 'end_turn';
  return {
    title: failure ? 'Turn failed' : `Turn ended: ${stopReason?.replaceAll('_', ' ') ?? 'no stop reason'}`,
    tone: failure ? 'bad' : isPlain ? 'quiet' : 'busy',
    facts: facts.filter((fact) => fact !== ''),
  };
}

/** Describes a change of the session, or its failure, in a sentence. `more` is folded. */
export function toChangeRow({ what, by, values, failure }: ChangeBody): {
  readonly text: string;
  readonly more: ChangeBody['values'];
} {
  const [first] = values;
  const name = first?.name ?? '';
  const set = failure ? 'not set to' : 'set to';
  const verb = by === 'client' ? set : 'is now';
  switch (what) {
    case 'mode':
      return { text: `Mode ${verb} ${name}`, more: [] };
    case 'model':
      return { text: `Model ${verb} ${name}`, more: [] };
    case 'title':
      return { text: name === '' ? 'Title cleared' : `Title ${verb} “${name}”`, more: [] };
    case 'login':
      return { text: `Login with ${name}${failure ? ' failed' : ''}`, more: [] };
    case 'cancel':
      return { text: 'Cancelled by the client', more: [] };
    case 'compaction':
      return { text: `Compaction of the context: ${name.replaceAll('_', ' ')} ${first?.value ?? ''}`.trim(), more: [] };
    case 'commands':
      return { text: formatCounted(values.length, 'command'), more: values };
    case 'config':
      return by === 'client' && first
        ? { text: `${name} ${set} ${first.value}`, more: [] }
        : { text: `Options: ${values.map((each) => `${each.name} ${each.value}`).join(', ')}`, more: [] };
    default:
      return { text: what, more: values };
  }
}

/** Returns the note below a text that was cut. */
export const toMissingEntries = (characters: number): string =>
  `${formatCompact(characters)} more characters are in the entry`;
