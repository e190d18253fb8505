import { isObject, stringAt, valueAt } from '#core/json/json.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';

/** What a result says, by subject: a single value, or a list without order. */
export type Facts = Readonly<Record<string, string | readonly string[]>>;

/** What is compared about a client's request, besides its success. */
export function factsOf(method: string, outcome: Outcome | undefined): Facts {
  if (!outcome?.ok) return {};
  const { result } = outcome;
  return isInitialize(method) ? handshakeFacts(result) : sessionFacts(result);
}

function handshakeFacts(result: unknown): Facts {
  return withoutMissing({
    'protocol version': wordAt(result, 'protocolVersion'),
    capability: [...leaves(valueAt(result, 'agentCapabilities') ?? valueAt(result, 'capabilities'), '')],
    'authentication method': listAt(result, 'authMethods', 'id', 'methodId'),
  });
}

/** Modes, models and configuration options, wherever a result has them. */
function sessionFacts(result: unknown): Facts {
  return withoutMissing({
    mode: listAt(valueAt(result, 'modes'), 'availableModes', 'id'),
    'current mode': wordAt(valueAt(result, 'modes'), 'currentModeId'),
    model: listAt(valueAt(result, 'models'), 'availableModels', 'modelId'),
    'current model': wordAt(valueAt(result, 'models'), 'currentModelId'),
    ...Object.fromEntries(
      [...(optionValues(valueAt(result, 'configOptions')) ?? [])].map(([id, value]) => [`option ${id}`, value]),
    ),
  });
}

/** The current value of each configuration option; undefined when `options` is no list of options. */
export function optionValues(options: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(options)) return undefined;
  return new Map(
    options.map((option: unknown) => [
      stringAt(option, 'id') ?? stringAt(option, 'configId') ?? '',
      wordAt(option, 'currentValue') ?? '',
    ]),
  );
}

function listAt(value: unknown, member: string, ...names: readonly string[]): readonly string[] | undefined {
  const list = valueAt(value, member);
  if (!Array.isArray(list)) return undefined;
  return list.map((item: unknown) => names.flatMap((name) => wordAt(item, name) ?? [])[0] ?? JSON.stringify(item));
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

function withoutMissing(facts: Readonly<Record<string, string | readonly string[] | undefined>>): Facts {
  const found: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(facts)) if (value !== undefined) found[name] = value;
  return found;
}
