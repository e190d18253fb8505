import type { Side } from '#core/wire/entry.ts';
import { classifyMethod, type ProtocolVersion } from './methods.ts';

/** The capability that one side must offer in the handshake before the other side may send a method. */
export interface CapabilityNeed {
  readonly offeredBy: Side;
  /** Paths below that side's capabilities, `sessionCapabilities.list`. One of them is enough. */
  readonly anyOf: readonly string[];
}

/**
 * Returns the capability that a method needs. `none`: every peer has the method, or another list allows it
 * (`authenticate` the list of methods, `session/set_mode` the list of modes). Undefined: the version does not
 * have the method.
 */
export function capabilityOf(method: string, version: ProtocolVersion): CapabilityNeed | 'none' | undefined {
  const found = classifyMethod(method, version);
  if (found !== 'stable' && found !== 'unstable') return undefined;
  if (FREE.has(method) || (version === 1 && FREE_IN_VERSION_1.has(method))) return 'none';
  return NEEDS[version].get(method);
}

const FREE: ReadonlySet<string> = new Set([
  'initialize',
  'authenticate',
  'auth/login', // authMethods lists what is allowed
  'auth/logout',
  'session/update', // only some updates need a capability
  'session/request_permission',
  'session/set_mode',
  'tool_call/cancel', // each tool call says whether it can be cancelled
  'terminal/cancel',
  '$/cancel_request',
  'proxy/initialize',
  'proxy/successor',
]);

/** In version 2 these need a capability, because an agent may have no sessions at all. */
const FREE_IN_VERSION_1: ReadonlySet<string> = new Set([
  'session/new',
  'session/prompt',
  'session/cancel',
  'session/set_config_option',
]);

const agent = (...anyOf: readonly string[]): CapabilityNeed => ({ offeredBy: 'agent', anyOf });
const client = (...anyOf: readonly string[]): CapabilityNeed => ({ offeredBy: 'client', anyOf });

const inBoth: readonly (readonly [string, CapabilityNeed])[] = [
  ['elicitation/create', client('elicitation.form', 'elicitation.url')], // which one depends on its mode
  ['elicitation/complete', client('elicitation.url')],
  ['providers/list', agent('providers')],
  ['providers/set', agent('providers')],
  ['providers/disable', agent('providers')],
  ['auth/status', agent('auth.status')],
  ['auth/status_update', agent('auth.status')], // the agent's own notification
];

const NEEDS: Readonly<Record<ProtocolVersion, ReadonlyMap<string, CapabilityNeed>>> = {
  1: new Map([
    ...inBoth,
    ['logout', agent('auth.logout')],
    ['session/load', agent('loadSession')],
    ['session/resume', agent('sessionCapabilities.resume')],
    ['session/close', agent('sessionCapabilities.close')],
    ['session/list', agent('sessionCapabilities.list')],
    ['session/delete', agent('sessionCapabilities.delete')],
    ['session/fork', agent('sessionCapabilities.fork')],
    ['session/archive', agent('sessionCapabilities.archive')],
    ['session/unarchive', agent('sessionCapabilities.archive')],
    ['session/status', agent('sessionCapabilities.status')],
    ['session/set_title', agent('sessionCapabilities.title')],
    ['mcp/message', agent('mcpCapabilities.acp')],
    ['fs/read_text_file', client('fs.readTextFile')],
    ['fs/write_text_file', client('fs.writeTextFile')],
    ['terminal/create', client('terminal')],
    ['terminal/output', client('terminal')],
    ['terminal/wait_for_exit', client('terminal')],
    ['terminal/kill', client('terminal')],
    ['terminal/release', client('terminal')],
  ]),
  2: new Map([
    ...inBoth,
    ['session/new', agent('session')],
    ['session/prompt', agent('session')],
    ['session/cancel', agent('session')],
    ['session/set_config_option', agent('session')],
    ['session/resume', agent('session')],
    ['session/close', agent('session')],
    ['session/list', agent('session')],
    ['session/delete', agent('session.delete')],
    ['session/fork', agent('session.fork')],
    ['session/archive', agent('session.archive')],
    ['session/unarchive', agent('session.archive')],
    ['session/status', agent('session.status')],
    ['session/set_title', agent('session.title')],
    ['mcp/message', agent('session.mcp.acp')],
  ]),
};
