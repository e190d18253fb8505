import type { Side } from '#core/wire/entry.ts';
import { schemaMethods } from './methods.gen.ts';
import type { Surface } from './schema-method.ts';

export type ProtocolVersion = 1 | 2;

/**
 * The origin of a method name. A surface: it is in that version's schema. `legacy`: removed from ACP, still
 * in use. `newer`: added after the schema acptap was built with. `proposed`: proposed for ACP, in no release.
 * `extension`: begins with `_` or `$/`. `unknown`: none of these.
 */
export type MethodClass = Surface | 'legacy' | 'newer' | 'proposed' | 'extension' | 'unknown';

export interface MethodFacts {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sentBy: Side | 'both';
}

const sent = (sentBy: Side, kind: MethodFacts['kind'], ...methods: readonly string[]): readonly MethodFacts[] =>
  methods.map((method) => ({ method, kind, sentBy }));

/** Names that ACP has removed, stable or unstable, and that agents and editors still use. Newest removal first. */
const legacyMethods: readonly MethodFacts[] = [
  ...sent('client', 'request', 'nes/start', 'nes/suggest', 'nes/close'), // removed October 2026
  ...sent('client', 'notification', 'nes/accept', 'nes/reject'),
  ...sent('client', 'notification', 'document/didOpen', 'document/didChange', 'document/didClose'),
  ...sent('client', 'notification', 'document/didSave', 'document/didFocus'),
  ...sent('agent', 'request', 'mcp/connect', 'mcp/disconnect'), // removed September 2026
  ...sent('client', 'request', 'session/set_model'), // removed June 2026; Gemini CLI 0.61 speaks it
  ...sent('client', 'request', 'providers/remove'),
  ...sent('agent', 'request', 'session/elicitation'), // renamed April 2026
  ...sent('agent', 'notification', 'session/elicitation/complete'),
  ...sent('client', 'request', 'session/stop'), // renamed March 2026
];

/** Names of schema releases later than the one in the SDK package. */
const newerMethods: readonly MethodFacts[] = sent('client', 'request', 'session/options'); // 1.31

/** Names from proposals. No release has them, but peers already use them. */
const proposedMethods: readonly MethodFacts[] = sent('agent', 'notification', 'log'); // RFD server-logging; stable ACP has `notice`

const byMethod = Map.groupBy<string, MethodFacts>(
  [...schemaMethods, ...legacyMethods, ...newerMethods, ...proposedMethods],
  ({ method }) => method,
);
/** Every known method name, of any version. */
export const allMethods: readonly string[] = [...byMethod.keys()];

const schemaByMethod = Map.groupBy(schemaMethods, ({ method }) => method);
const newerNames = new Set(newerMethods.map(({ method }) => method));
const proposedNames = new Set(proposedMethods.map(({ method }) => method));

/**
 * All forms of a method; empty when unknown. `mcp/message` and `proxy/successor` are both requests and notifications.
 */
export const methodFacts = (method: string): readonly MethodFacts[] => byMethod.get(method) ?? [];

/** Without a `version`, before the handshake has decided it, names of either version count. */
export function classifyMethod(method: string, version: ProtocolVersion | undefined): MethodClass {
  const rows = schemaByMethod.get(method) ?? [];
  const surfaces = new Set(rows.flatMap(({ v1, v2 }) => (version === 1 ? [v1] : version === 2 ? [v2] : [v1, v2])));
  if (surfaces.has('stable')) return 'stable';
  if (surfaces.has('unstable')) return 'unstable';
  if (newerNames.has(method)) return 'newer';
  if (proposedNames.has(method)) return 'proposed';
  if (byMethod.has(method) && rows.length === 0) return 'legacy';
  return method.startsWith('_') || method.startsWith('$/') ? 'extension' : 'unknown';
}

/**
 * True for the handshake. A proxy in a chain gets it under another name, with the same params and result.
 * Conductors used the name with an underscore before ACP had one.
 */
export const isInitialize = (method: string): boolean =>
  method === 'initialize' || method === 'proxy/initialize' || method === '_proxy/initialize';

/** How a method is used: its sender, its form, and the version (undefined: not decided). */
export interface MethodUse {
  readonly from: Side;
  readonly kind: MethodFacts['kind'];
  readonly version: ProtocolVersion | undefined;
}

/** The methods of the schemas that allow this use, for "did you mean". */
export const knownMethods = ({ from, kind, version }: MethodUse): readonly string[] =>
  [...schemaByMethod.keys()].filter(
    (method) =>
      ['stable', 'unstable'].includes(classifyMethod(method, version)) &&
      methodFacts(method).some((facts) => facts.kind === kind && (facts.sentBy === 'both' || facts.sentBy === from)),
  );
