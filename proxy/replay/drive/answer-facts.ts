import { isObject, stringAt, valueAt } from '#core/json/json.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { hasNoRecordedAnswer } from '../player/unanswered.ts';

/** The facts of an agent's answer, by subject: a value, or a set of values. */
export type Facts = Readonly<Record<string, string | Readonly<Record<string, true>> | undefined>>;

/**
 * The facts of an answer about the agent or the session; `answer` is `a result` or the error code. Empty for a request
 * without an answer. A replay's "no recorded answer" counts as no answer.
 */
export function factsOf(method: string, answer: unknown): Facts {
  const [error, result] = [valueAt(answer, 'error'), valueAt(answer, 'result')];
  if (isObject(error))
    return hasNoRecordedAnswer({ data: error['data'] }) ? {} : { answer: `error ${String(error['code'])}` };
  if (answer === undefined) return {};
  return { answer: 'a result', ...(isInitialize(method) ? handshakeFacts(result) : sessionFacts(result)) };
}

const handshakeFacts = (result: unknown): Facts => ({
  'protocol version': wordAt(result, 'protocolVersion'),
  capability: toSet(leaves(valueAt(result, 'agentCapabilities') ?? valueAt(result, 'capabilities'), '')),
  'authentication method': namesAt(result, 'authMethods', 'id', 'methodId'),
});

/** Modes, models and configuration options, wherever a result has them. */
const sessionFacts = (result: unknown): Facts => ({
  mode: namesAt(valueAt(result, 'modes'), 'availableModes', 'id'),
  'current mode': wordAt(valueAt(result, 'modes'), 'currentModeId'),
  model: namesAt(valueAt(result, 'models'), 'availableModels', 'modelId'),
  'current model': wordAt(valueAt(result, 'models'), 'currentModelId'),
  ...Object.fromEntries(optionValues(result).map(([id, value]) => [`option ${id}`, value])),
});

/** The current value of each configuration option. */
export function optionValues(value: unknown): readonly (readonly [id: string, value: string])[] {
  const options = valueAt(value, 'configOptions');
  if (!Array.isArray(options)) return [];
  return options
    .map((option: unknown) => {
      const id = stringAt(option, 'id') ?? stringAt(option, 'configId') ?? '';
      return [id, wordAt(option, 'currentValue') ?? ''] as const;
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const toSet = (words: Iterable<string>) =>
  Object.fromEntries([...words].toSorted().map((word) => [word, true] as const));

function namesAt(value: unknown, member: string, ...names: readonly string[]) {
  const list = valueAt(value, member);
  if (!Array.isArray(list)) return {};
  return toSet(
    list.map((item: unknown) => names.flatMap((name) => wordAt(item, name) ?? [])[0] ?? JSON.stringify(item)),
  );
}

function wordAt(value: unknown, member: string): string | undefined {
  const found = valueAt(value, member);
  if (found === undefined || found === null) return undefined;
  return typeof found === 'string' ? found : JSON.stringify(found);
}

/** Offered capabilities as paths (`promptCapabilities.image`), without false and null values and `_meta`. */
function* leaves(value: unknown, path: string): Generator<string> {
  if (value === undefined || value === null || value === false) return;
  const members = isObject(value) ? Object.entries(value).filter(([name]) => name !== '_meta') : [];
  if (path !== '' && (members.length === 0 || !isObject(value)))
    yield value === true || isObject(value) ? path : `${path}=${JSON.stringify(value)}`;
  for (const [name, member] of members) yield* leaves(member, path === '' ? name : `${path}.${name}`);
}
