import type { PlacedMessage, Step } from '#core/trace/trace.ts';
import { stringAt, at } from '#core/wire/json.ts';
import { createConversation } from './conversation.ts';
import { createGroups, type OutlineGroup } from './groups.ts';

/** Where an entry belongs, and what else a filter asks of it. */
export interface Outlined {
  readonly group: OutlineGroup;
  /** The turn it fell into. */
  readonly turn: number | undefined;
  /** The `sessionUpdate` of a session/update. */
  readonly variant: string | undefined;
  /** Of a request `pending`, of a response `ok` or `error`, of an update of a tool call the status it sets. */
  readonly status: string | undefined;
}

/**
 * The second fold, over the first one's steps: which entries are one thing to a reader (see GroupKind in the contract). Every entry is
 * put into one group when it comes, and stays there. Keeps what may still be added to: open exchanges, turns and sessions, and a
 * bounded memory of the rest.
 */
export function createOutline() {
  const groups = createGroups();
  const own = createConversation(groups, true);
  const successor = createConversation(groups, false);

  function groupOf(step: Step): { readonly group: OutlineGroup; readonly turn: number | undefined } {
    const { entry, messages, successor: inner } = step;
    if (entry.kind === 'event') return alone(groups.begin('event', entry));
    if (entry.kind === 'stderr') return alone(adjacent('stderr', step));
    if (messages.length === 0) return alone(adjacent('noise', step));
    // An envelope is no more than that: what it carries is what is shown.
    return inner && inner.messages.length > 0 ? successor.apply(entry, inner) : own.apply(entry, step);
  }

  /** Another piece of what came last, unless something else has begun since. */
  function adjacent(kind: 'stderr' | 'noise', { entry }: Step) {
    const newest = groups.newest();
    return newest?.kind === kind ? groups.extend(newest, entry) : groups.begin(kind, entry);
  }

  return {
    apply(step: Step): Outlined {
      const { group, turn } = groupOf(step);
      const [first] = (step.successor ?? step).messages;
      return { group, turn, variant: first && variantOf(first), status: first && statusOf(first) };
    },
    takeChanged: groups.takeChanged,
  };
}

const alone = (group: OutlineGroup) => ({ group, turn: undefined });

const variantOf = ({ message, method }: PlacedMessage): string | undefined =>
  message.kind === 'notification' && method === 'session/update'
    ? stringAt(message.params, 'update', 'sessionUpdate')
    : undefined;

function statusOf({ message, method, toolCall }: PlacedMessage): string | undefined {
  switch (message.kind) {
    case 'request':
      return 'pending';
    case 'response':
      return message.outcome.ok ? 'ok' : 'error';
    case 'notification':
      return toolCall && method === 'session/update' ? stringAt(at(message.params, 'update'), 'status') : undefined;
  }
}
