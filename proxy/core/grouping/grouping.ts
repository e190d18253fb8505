import { stringAt, valueAt } from '#core/json/json.ts';
import { updatesSession } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { TracedMessage, Step } from '#core/trace/trace.ts';
import { injectedFrame } from '#core/wire/injected.ts';
import { createAxis } from './axis.ts';
import type { KeptFrame } from './exchange-waits.ts';
import { createConnectionGrouping } from './group-connection.ts';
import { createGroups, type GroupState } from './groups.ts';
import { createKeptFrames } from './kept-frames.ts';

/** An entry with its meaning, its group, and the facts that filters need. */
export interface GroupedEntry {
  readonly step: Step;
  readonly group: GroupState;
  /** Number of its turn. */
  readonly turn: number | undefined;
  /** The `sessionUpdate` of a session/update. */
  readonly variant: string | undefined;
  /** For a request `pending`, for a response `ok` or `error`, for an update of a tool call its new status. */
  readonly status: string | undefined;
  /** How long since the entry before everybody waited for a delivery by acptap, in microseconds. */
  readonly kept: number;
  /** The frame that acptap kept during most of that time, if any. */
  readonly keptFrame: KeptFrame | undefined;
}

/**
 * The second part of the fold, over the steps of the trace: puts every entry into one group (see `GroupKind`), where it stays.
 * Keeps groups that may still grow: open exchanges, turns and sessions, and a bounded memory of the rest. `maxWaits`: how many
 * waits a group lists; of more, neighbours are joined.
 */
export function createGrouping(maxWaits?: number) {
  const groups = createGroups(maxWaits);
  const axis = createAxis();
  const keptFrames = createKeptFrames();
  const own = createConnectionGrouping({ groups, axis, keptFrames, countsTurns: true });
  const successor = createConnectionGrouping({ groups, axis, keptFrames, countsTurns: false });

  function groupOf(step: Step): { readonly group: GroupState; readonly turn: number | undefined } {
    const { entry, messages, successor: inner } = step;
    if (entry.kind === 'event') {
      own.endTurns(step); // those whose prompts acptap answers
      return alone(groups.begin('event', entry));
    }
    if (entry.kind === 'stderr') return alone(adjacent('stderr', step));
    if (messages.length === 0) return alone(adjacent('noise', step));
    // Groups an envelope by its content.
    return inner && inner.messages.length > 0 ? successor.apply(entry, inner) : own.apply(entry, step);
  }

  /** Continues the newest group if it has the same kind. */
  function adjacent(kind: 'stderr' | 'noise', { entry }: Step) {
    const newest = groups.newest();
    return newest?.kind === kind ? groups.extend(newest, entry) : groups.begin(kind, entry);
  }

  return {
    apply(step: Step): GroupedEntry {
      keptFrames.pass(step.entry);
      const kept = axis.pass(step.entry);
      const keptFrame = kept > 0 ? later(own.keptFrame(), successor.keptFrame()) : undefined;
      const { group, turn } = groupOf(step);
      if (group.session !== undefined) axis.meetSession(group.session, group.first);
      const written = injectedFrame(step.entry);
      if (written) for (const connection of [own, successor]) connection.answerKept(written);
      for (const exchange of forgottenIn(step))
        for (const connection of [own, successor]) connection.forget(exchange, step.entry);
      const [first] = (step.successor ?? step).messages;
      return {
        step,
        group,
        turn,
        variant: first && variantOf(first),
        status: first && statusOf(first),
        kept,
        keptFrame,
      };
    },
    /** Takes a delivery that was not yet known with its entry. */
    deliver: keptFrames.deliver,
    /** Call this after the last entry. */
    end: keptFrames.end,
    takeChanged: groups.takeChanged,
    axis,
  };
}

/** Requests that the trace has forgotten without a response. */
const forgottenIn = ({ events, dropped = [], successor }: Step): readonly Exchange[] => [
  ...dropped,
  ...[...events, ...(successor?.events ?? [])].flatMap((event) => (event.kind === 'request' && event.reused) || []),
];

const later = (one: KeptFrame | undefined, other: KeptFrame | undefined): KeptFrame | undefined =>
  one && other ? (one.until < other.until ? other : one) : (one ?? other);

const alone = (group: GroupState) => ({ group, turn: undefined });

const variantOf = ({ message, method }: TracedMessage): string | undefined =>
  message.kind === 'notification' && updatesSession(method)
    ? stringAt(message.params, 'update', 'sessionUpdate')
    : undefined;

function statusOf({ message, method, toolCall }: TracedMessage): string | undefined {
  switch (message.kind) {
    case 'request':
      return 'pending';
    case 'response':
      return message.outcome.ok ? 'ok' : 'error';
    case 'notification':
      return toolCall && updatesSession(method) ? stringAt(valueAt(message.params, 'update'), 'status') : undefined;
  }
}
