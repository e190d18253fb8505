import { assertNever } from '#core/assert-never.ts';
import { stringAt } from '#core/json/json.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';

export type TurnEvent =
  | { readonly kind: 'prompt-answered'; readonly result: unknown }
  | { readonly kind: 'session-updated'; readonly update: unknown };

/**
 * Returns the stop reason if `event` ends a prompt turn ('' without one), else undefined. The only place for how the
 * versions differ in ending a turn. A reason may be any string: rules judge it.
 */
export function stopReason(version: ProtocolVersion, event: TurnEvent): string | undefined {
  switch (version) {
    case 1: // the response to session/prompt is the end: https://agentclientprotocol.com/protocol/v1/prompt-turn
      return event.kind === 'prompt-answered' ? (stringAt(event.result, 'stopReason') ?? '') : undefined;
    case 2: // the response only accepts the prompt; the idle state is the end: …/protocol/v2/prompt-lifecycle
      return event.kind === 'session-updated' && stringAt(event.update, 'state') === 'idle'
        ? (stringAt(event.update, 'stopReason') ?? '')
        : undefined;
    default:
      return assertNever(version);
  }
}
