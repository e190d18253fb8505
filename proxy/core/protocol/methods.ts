import type { Side } from '#core/wire/entry.ts';
import { schemaMethods } from './methods.gen.ts';

export type ProtocolVersion = 1 | 2;
type Surface = 'stable' | 'unstable';

/** One method as one of the official schemas has it. `v1`, `v2`: on which surface of that version, null where on none. */
export interface SchemaMethod {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sentBy: Side | 'both';
  readonly v1: Surface | null;
  readonly v2: Surface | null;
}

/**
 * How a method name is known: from a version's schema; `legacy` (once in ACP, still in the field); `newer` than the schema
 * acptap was built with; `proposed` for ACP and in no release; `extension` (the `_` and `$/` name spaces); or not at all.
 */
export type MethodClass = Surface | 'legacy' | 'newer' | 'proposed' | 'extension' | 'unknown';

export interface MethodFacts {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sentBy: Side | 'both';
}

const sent = (sentBy: Side, kind: MethodFacts['kind'], ...methods: readonly string[]): readonly MethodFacts[] =>
  methods.map((method) => ({ method, kind, sentBy }));

/** Names that were in ACP, stable or not, and that agents and editors in use still speak. Newest removal first. */
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

/** Names of proposals that are in no release, and that peers already speak. */
const proposedMethods: readonly MethodFacts[] = sent('agent', 'notification', 'log'); // RFD server-logging; stable ACP has `notice`

const byMethod = Map.groupBy<string, MethodFacts>(
  [...schemaMethods, ...legacyMethods, ...newerMethods, ...proposedMethods],
  ({ method }) => method,
);
/** Every name of a method that is known, of any version. */
export const allMethods: readonly string[] = [...byMethod.keys()];

const schemaByMethod = Map.groupBy(schemaMethods, ({ method }) => method);
const newerNames = new Set(newerMethods.map(({ method }) => method));
const proposedNames = new Set(proposedMethods.map(({ method }) => method));

/** All forms a method has: `mcp/message` and `proxy/successor` exist as request and as notification. Empty when unknown. */
export const methodFacts = (method: string): readonly MethodFacts[] => byMethod.get(method) ?? [];

/** `version` is undefined while the handshake has not decided it: then a name known to either version counts. */
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
 * The handshake, whoever is asked: a proxy in a chain gets another name for the same params and the same answer. The one with an
 * underscore is what conductors called it before it was ACP's.
 */
export const isInitialize = (method: string): boolean =>
  method === 'initialize' || method === 'proxy/initialize' || method === '_proxy/initialize';

/** How a method is used: who sends it, in which form, in which version (undefined: not decided). */
export interface MethodUse {
  readonly from: Side;
  readonly kind: MethodFacts['kind'];
  readonly version: ProtocolVersion | undefined;
}

/** The methods of the schemas that can be used so, for "did you mean". */
export const knownMethods = ({ from, kind, version }: MethodUse): readonly string[] =>
  [...schemaByMethod.keys()].filter(
    (method) =>
      ['stable', 'unstable'].includes(classifyMethod(method, version)) &&
      methodFacts(method).some((facts) => facts.kind === kind && (facts.sentBy === 'both' || facts.sentBy === from)),
  );
