import { stringAt, valueAt } from '#core/json/json.ts';
import { permissionOutcome } from '#core/protocol/permission-outcome.ts';
import { asksPermission } from '#core/protocol/method-traits.ts';
import type { AnsweredExchange } from './exchanges.ts';

/** A permission request and its response. */
export interface Permission {
  readonly exchange: AnsweredExchange;
  readonly session: string;
  readonly toolCallId: string | undefined;
  /** The id of the chosen option, or `cancelled`; undefined for an error or a response without an outcome. */
  readonly chosen: string | undefined;
}

/** The permission in an answered `session/request_permission`; undefined for every other exchange. */
export function toPermission(exchange: AnsweredExchange): Permission | undefined {
  if (!asksPermission(exchange.method) || exchange.session === undefined) return undefined;
  const { params, outcome, session } = exchange;
  return {
    exchange,
    session,
    toolCallId: stringAt(permissionSubject(params), 'toolCallId'),
    chosen: outcome.ok ? permissionOutcome(outcome.result) : undefined,
  };
}

/**
 * The members that a permission request has of its tool call; undefined if it asks for something else, as a command.
 * Version 1 has them in `toolCall`, version 2 in the subject.
 */
export function permissionSubject(params: unknown): unknown {
  const subject = valueAt(params, 'subject');
  const own = stringAt(subject, 'toolCallId') === undefined ? undefined : subject;
  return valueAt(params, 'toolCall') ?? valueAt(subject, 'toolCall') ?? own;
}
