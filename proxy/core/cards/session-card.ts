import { valueAt, stringAt } from '#core/json/json.ts';
import type { SessionBody } from '#core/model/cards.ts';
import { copiesSession } from '#core/protocol/method-traits.ts';
import { toFailure } from './failure.ts';
import { requestsIn, paramsOf, resultOf, type CardMessage } from './card-message.ts';

/** The opening of a session. */
export function toSession(messages: readonly CardMessage[]): SessionBody {
  const [asked] = requestsIn(messages);
  const params = asked && paramsOf(asked.request);
  const result = asked?.answer && resultOf(asked.answer);
  const method = asked?.request.method ?? '';
  // a fork makes a new session, so its params name the old one
  const id = stringAt(result, 'sessionId') ?? (copiesSession(method) ? undefined : stringAt(params, 'sessionId'));
  const servers = valueAt(params, 'mcpServers');
  return {
    kind: 'session',
    method,
    id: id ?? null,
    cwd: stringAt(params, 'cwd') ?? null,
    mode: stringAt(result, 'modes', 'currentModeId') ?? null,
    model: stringAt(result, 'models', 'currentModelId') ?? null,
    mcpServers: Array.isArray(servers) ? servers.map((server) => stringAt(server, 'name') ?? '') : [],
    failure: toFailure(asked?.answer),
  };
}
