import type { TraceEvent } from '#core/trace/trace.ts';
import { at, stringAt } from '#core/wire/json.ts';

/**
 * True for a `session/update` of which nobody can say what it is about: it lacks its session, its kind, or the id of the tool call or
 * terminal. A schema rule has told; what is not told elsewhere may have been told in it.
 */
export function isLostUpdate(event: TraceEvent): boolean {
  if (event.kind !== 'notification' || event.notification.method !== 'session/update') return false;
  const { session, notification } = event;
  const update = at(notification.params, 'update');
  const variant = stringAt(update, 'sessionUpdate');
  const id = variant === undefined ? undefined : IDS.find(([prefix]) => variant.startsWith(prefix))?.[1];
  return session === undefined || variant === undefined || (id !== undefined && stringAt(update, id) === undefined);
}

const IDS: readonly (readonly [string, string])[] = [
  ['tool_call', 'toolCallId'],
  ['terminal_', 'terminalId'],
];
