import { valueAt, stringAt } from '#core/json/json.ts';
import type { FileAccess } from '#core/model/cards.ts';
import { readsFile, writesFile } from '#core/protocol/method-traits.ts';
import { cut, type Budget } from './budget.ts';
import { toFailure } from './failure.ts';
import { requestsIn, paramsOf, resultOf, type RequestAndResponse, type CardMessage } from './card-message.ts';

/** The agent's file accesses through the client. Source: https://agentclientprotocol.com/protocol/v1/file-system */
export const toFiles = (messages: readonly CardMessage[], budget: Budget): readonly FileAccess[] =>
  requestsIn(messages).flatMap((asked) => {
    const operation = operationOf(asked.request.method);
    return operation ? [toAccess(asked, operation, budget)] : [];
  });

function operationOf(method: string | undefined): FileAccess['operation'] | undefined {
  if (readsFile(method)) return 'read';
  return writesFile(method) ? 'write' : undefined;
}

function toAccess(
  { request, answer }: RequestAndResponse,
  operation: FileAccess['operation'],
  budget: Budget,
): FileAccess {
  const params = paramsOf(request);
  const delivery = request.delivery ?? answer?.delivery;
  const content = stringAt(operation === 'write' ? params : answer && resultOf(answer), 'content');
  return {
    seq: request.seq,
    answered: answer?.seq ?? null,
    operation,
    path: stringAt(params, 'path') ?? '',
    line: numberOf(valueAt(params, 'line')),
    limit: numberOf(valueAt(params, 'limit')),
    content: content === undefined ? null : cut(content, budget),
    failure: toFailure(answer),
    ...(delivery ? { delivery } : {}),
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
