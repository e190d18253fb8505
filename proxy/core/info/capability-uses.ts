import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { capabilityOf } from '#core/protocol/capabilities.ts';
import { beginsTurn, opensSession, updatesSession } from '#core/protocol/method-traits.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import { opposite, type Side } from '#core/wire/entry.ts';

/** The use of a capability of one side, at entry `seq`. */
export interface CapabilityUse {
  readonly owner: Side;
  readonly path: string;
  readonly seq: number;
}

/** Returns the capabilities that an event uses: by its method, its params, and the variant of a session update. */
export function capabilitiesUsed(event: TraceEvent, version: ProtocolVersion): readonly CapabilityUse[] {
  switch (event.kind) {
    case 'request': {
      const { method, params, opened, astray } = event.exchange;
      if (astray) return [];
      const { seq, from } = opened;
      return [...ofMethod(method, params, from, version), ...ofParams(event.exchange, version)].map((use) => ({
        ...use,
        seq,
      }));
    }
    case 'notification': {
      const { notification, ref, astray } = event;
      if (astray || updatesSession(notification.method)) return []; // frequent; its variant is checked instead
      const uses = ofMethod(notification.method, notification.params, ref.from, version);
      return uses.map((use) => ({ ...use, seq: ref.seq }));
    }
    case 'answered': {
      const { outcome, closed, opened } = event.exchange;
      if (!outcome.ok || opened.from !== 'client') return [];
      return [...ofAuthMethods(outcome.result), ...ofOptions(outcome.result)].map((use) => ({
        ...use,
        seq: closed.seq,
      }));
    }
    case 'update': {
      const { variant = '', update, ref } = event;
      const path = version === 1 && ref.from === 'agent' ? BY_VARIANT.get(variant) : undefined;
      const uses = [...(path === undefined ? [] : [client(path)]), ...ofOptions(update)];
      return uses.map((use) => ({ ...use, seq: ref.seq }));
    }
    default:
      return [];
  }
}

type Placeless = Omit<CapabilityUse, 'seq'>;

const client = (path: string): Placeless => ({ owner: 'client', path });
const agent = (path: string): Placeless => ({ owner: 'agent', path });

/** Updates of version 1 that not every client accepts. */
const BY_VARIANT: ReadonlyMap<string, string> = new Map([
  ['plan_update', 'plan'],
  ['plan_removed', 'plan'],
  ['notice', 'session.notices'],
  ['compaction_update', 'session.compaction'],
  ['compaction_summary_chunk', 'session.compaction'],
  ['prompt_suggestions_update', 'session.promptSuggestions'],
  ['subagent_update', 'subagents'],
  ['session_message', 'subagents'],
  ['session_message_chunk', 'subagents'],
]);

/** The receiver's capabilities that a method uses. A sender uses its own only for reports: `auth/status_update`. */
function ofMethod(method: string, params: unknown, from: Side, version: ProtocolVersion): readonly Placeless[] {
  const need = capabilityOf(method, version);
  if (need === undefined || need === 'none' || need.offeredBy !== opposite(from)) return [];
  const { offeredBy: owner, anyOf } = need;
  const [only, ...others] = anyOf;
  if (only === undefined) return [];
  if (others.length === 0) return [{ owner, path: only }];
  const mode = stringAt(params, 'mode'); // for an elicitation, its mode
  return anyOf.filter((path) => path.endsWith(`.${mode}`)).map((path) => ({ owner, path }));
}

function ofParams({ method, params, opened }: Exchange, version: ProtocolVersion): readonly Placeless[] {
  if (opened.from !== 'client') return [];
  const found = new Set<string>();
  const add = (one: string | undefined, two: string | undefined) => {
    const path = version === 1 ? one : two;
    if (path !== undefined) found.add(path);
  };
  if (beginsTurn(method))
    for (const block of listAt(params, 'prompt')) {
      const kind = CONTENT.get(stringAt(block, 'type') ?? '');
      if (kind !== undefined) add(`promptCapabilities.${kind}`, `session.prompt.${kind}`);
    }
  if (!opensSession(method)) return [...found].map(agent);
  for (const server of listAt(params, 'mcpServers')) {
    const type = stringAt(server, 'type') ?? '';
    if (TRANSPORTS.has(type)) add(`mcpCapabilities.${type}`, type === 'sse' ? undefined : `session.mcp.${type}`);
    if (type === 'stdio') add(undefined, 'session.mcp.stdio');
  }
  if (listAt(params, 'additionalDirectories').length > 0)
    add('sessionCapabilities.additionalDirectories', 'session.additionalDirectories');
  if (isObject(valueAt(params, 'systemPrompt'))) add('sessionCapabilities.systemPrompt', 'session.systemPrompt');
  return [...found].map(agent);
}

const CONTENT: ReadonlyMap<string, string> = new Map([
  ['image', 'image'],
  ['audio', 'audio'],
  ['resource', 'embeddedContext'],
]);

const TRANSPORTS: ReadonlySet<string> = new Set(['http', 'sse', 'acp']);

const ofAuthMethods = (result: unknown): readonly Placeless[] =>
  listAt(result, 'authMethods').some((method) => stringAt(method, 'type') === 'terminal')
    ? [client('auth.terminal')]
    : [];

/** Reads a list of options, from a response or an update. */
const ofOptions = (value: unknown): readonly Placeless[] =>
  listAt(value, 'configOptions').some((option) => stringAt(option, 'type') === 'boolean')
    ? [client('session.configOptions.boolean')]
    : [];

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = valueAt(value, name);
  return Array.isArray(list) ? list : [];
}
