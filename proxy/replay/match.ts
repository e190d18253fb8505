import { at, stringAt } from '#core/wire/json.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { ClientLine } from './script.ts';

/**
 * True when a live client's message does what the recorded one did. Requests and notifications: the same method. Responses: to the
 * same request (the agent's ids are played as recorded), a result for a result, and the same choice where a person chose.
 */
export function matches({ message: recorded, method }: ClientLine, live: Message): boolean {
  if (recorded.kind !== 'response' || live.kind !== 'response')
    return (
      recorded.kind === live.kind &&
      recorded.kind !== 'response' &&
      live.kind !== 'response' &&
      recorded.method === live.method
    );
  if (recorded.id !== live.id || recorded.outcome.ok !== live.outcome.ok) return false;
  if (method !== 'session/request_permission' || !recorded.outcome.ok || !live.outcome.ok) return true;
  return choice(recorded.outcome.result) === choice(live.outcome.result);
}

const choice = (result: unknown): string | undefined =>
  stringAt(at(result, 'outcome'), 'optionId') ?? stringAt(at(result, 'outcome'), 'outcome');

/** A message in words, for a person who compares: `session/prompt (request)`, `the answer to fs/read_text_file: error -32603 …`. */
export function inWords(message: Message, method: string | undefined): string {
  if (message.kind !== 'response') return `${message.method} (${message.kind})`;
  const to = `the answer to ${method ?? `request ${message.id ?? 'without an id'}`}`;
  if (!message.outcome.ok) return `${to}: error ${message.outcome.error.code} ${message.outcome.error.message}`;
  const chosen = method === 'session/request_permission' ? choice(message.outcome.result) : undefined;
  return chosen === undefined ? `${to}: a result` : `${to}: ${chosen}`;
}
