import { DELIVERIES } from '#core/files/operation-words.ts';
import type { FileAccess, PermissionAsk, TerminalView, ToolCallBody } from '#core/model/cards.ts';
import { elapsedUs } from '#core/units.ts';
import { formatCompact } from '../../text/size.ts';
import { formatDuration } from '../../text/time.ts';
import type { Tone } from './conversation-rows.ts';

/** Status of a tool call, in words and a tone. Shows unknown statuses unchanged. */
export function toToolStatus(
  { status, asks }: Pick<ToolCallBody, 'status' | 'asks'>,
  isLive: boolean,
): {
  readonly text: string;
  readonly tone: Tone;
} {
  if (isLive && asks.some(({ outcome }) => outcome === null)) return { text: 'waits for permission', tone: 'busy' };
  switch (status) {
    case 'completed':
      return { text: 'completed', tone: 'good' };
    case 'failed':
      return { text: 'failed', tone: 'bad' };
    case 'pending':
    case 'in_progress':
    case 'paused':
      return {
        text: isLive ? status.replace('_', ' ') : `left ${status.replace('_', ' ')}`,
        tone: isLive ? 'busy' : 'quiet',
      };
    default:
      return { text: status ?? 'no status', tone: 'quiet' };
  }
}

export interface OptionRow {
  readonly id: string;
  readonly name: string;
  readonly tone: Tone;
  readonly isChosen: boolean;
}

export interface AskRow {
  readonly title: string;
  readonly text: string | undefined;
  readonly options: readonly OptionRow[];
  /** The decision and its duration. */
  readonly outcome: string;
  readonly tone: Tone;
}

/** A permission request. Also shows a chosen option that was not offered. */
export function toAskRow(ask: PermissionAsk, isLive: boolean, isHeld = false): AskRow {
  const { title, text, options, outcome, chosen, failure, t, until, delivery, answerDelivery } = ask;
  const by =
    delivery === 'answered'
      ? 'acptap'
      : answerDelivery === 'changed'
        ? 'acptap, which changed the answer of the client,'
        : 'the client';
  const lost = answerDelivery && answerDelivery !== 'changed' ? `, ${DELIVERIES[answerDelivery]}` : '';
  const took = until === null ? '' : ` after ${formatDuration(elapsedUs(Math.max(until - t, 0)))}`;
  const isOffered = options.some(({ id }) => id === chosen);
  const kind = options.find(({ id }) => id === chosen)?.kind ?? '';
  return {
    title: title ?? 'Permission',
    text: text ?? undefined,
    options: options.map(({ id, name, kind: of }) => ({
      id,
      name: name === '' ? id : name,
      tone: of?.startsWith('reject') ? 'bad' : of?.startsWith('allow') ? 'good' : 'quiet',
      isChosen: outcome === 'selected' && id === chosen,
    })),
    outcome: outcomeOf() + lost,
    tone: outcome === null ? 'busy' : outcome === 'selected' && kind.startsWith('allow') ? 'good' : 'quiet',
  };

  /** Names the side that decided: a recording cannot tell whether a person did, or a setting of the client. */
  function outcomeOf(): string {
    if (outcome === null && isHeld) return 'held by acptap: nobody was asked yet';
    if (outcome === null && delivery && delivery !== 'changed') return DELIVERIES[delivery];
    if (outcome === null) return isLive ? 'waits for an answer' : 'was never answered';
    if (outcome === 'selected')
      return isOffered ? `chosen by ${by}${took}` : `${by} chose ${chosen ?? 'nothing'}, which was not offered,${took}`;
    if (outcome === 'error') return `${by} answered with an error${took}: ${failure?.message ?? ''}`;
    return `${outcome} by ${by}${took}`;
  }
}

/** Describes the exit of a command. */
export function toExitText(
  { exit, failure }: TerminalView,
  isLive: boolean,
): { readonly text: string; readonly tone: Tone } {
  if (failure) return { text: 'could not be started', tone: 'bad' };
  if (!exit) return { text: isLive ? 'running' : 'no exit code', tone: isLive ? 'busy' : 'quiet' };
  if (exit.signal !== null) return { text: `ended by ${exit.signal}`, tone: 'bad' };
  return exit.code === null
    ? { text: 'ended', tone: 'quiet' }
    : { text: `exit ${exit.code}`, tone: exit.code === 0 ? 'good' : 'bad' };
}

/** Facts about a file access, shown beside the path. */
export function toFileFacts(file: FileAccess, isLive: boolean): string {
  const { line, limit, content, answered, failure, delivery } = file;
  const part =
    line === null && limit === null ? '' : `from line ${line ?? 1}${limit === null ? '' : `, ${limit} lines`}`;
  const length = content && content.text.length + content.missing;
  const size = length === null ? '' : `${formatCompact(length)} ${length === 1 ? 'character' : 'characters'}`;
  const state = failure ? 'failed' : answered !== null ? '' : isLive ? 'waiting' : 'was never answered';
  return [part, size, delivery ? DELIVERIES[delivery] : '', state].filter((fact) => fact !== '').join(' · ');
}

/** Whether a text is plain command output, not markdown: then its line ends count. */
export const isOutput = (text: string, toolKind: string | null): boolean =>
  toolKind === 'execute' && !/^\s*(```|~~~)/.test(text);

/** Classifies the lines of a patch by their first character. */
export function toPatchLines(
  patch: string,
): readonly { readonly kind: 'added' | 'removed' | 'same' | 'none'; readonly text: string }[] {
  return patch
    .replace(/\n$/, '')
    .split('\n')
    .slice(0, MAX_PATCH_LINES)
    .map((text) => ({ kind: PATCH_KINDS[/^(?:\+\+\+|---)/.test(text) ? '@' : text.charAt(0)] ?? 'none', text }));
}

const MAX_PATCH_LINES = 2000;

const PATCH_KINDS: Readonly<Record<string, 'added' | 'removed' | 'same' | 'none'>> = {
  '+': 'added',
  '-': 'removed',
  ' ': 'same',
};
