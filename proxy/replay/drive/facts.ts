import { at, isObject, stringAt } from '#core/json/json.ts';
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
    'protocol version': valueAt(result, 'protocolVersion'),
    capability: [...leaves(at(result, 'agentCapabilities') ?? at(result, 'capabilities'), '')],
    'authentication method': listAt(result, 'authMethods', 'id', 'methodId'),
  });
}

/** Modes, models and configuration options, wherever a result has them. */
function sessionFacts(result: unknown): Facts {
  return withoutMissing({
    mode: listAt(at(result, 'modes'), 'availableModes', 'id'),
    'current mode': valueAt(at(result, 'modes'), 'currentModeId'),
    model: listAt(at(result, 'models'), 'availableModels', 'modelId'),
    'current model': valueAt(at(result, 'models'), 'currentModelId'),
    ...Object.fromEntries(
      [...(optionValues(at(result, 'configOptions')) ?? [])].map(([id, value]) => [`option ${id}`, value]),
    ),
  });
}

/** The current value of each configuration option; undefined when `options` is no list of options. */
export function optionValues(options: unknown): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(options)) return undefined;
  return new Map(
    options.map((option: unknown) => [
      stringAt(option, 'id') ?? stringAt(option, 'configId') ?? '',
      valueAt(option, 'currentValue') ?? '',
    ]),
  );
}

function listAt(value: unknown, member: string, ...names: readonly string[]): readonly string[] | undefined {
  const list = at(value, member);
  if (!Array.isArray(list)) return undefined;
  return list.map((item: unknown) => names.flatMap((name) => valueAt(item, name) ?? [])[0] ?? JSON.stringify(item));
}

function valueAt(value: unknown, member: string): string | undefined {
  const found = at(value, member);
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
