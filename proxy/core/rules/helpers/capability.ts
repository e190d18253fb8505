import { valueAt, isObject } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { suggestName } from '#core/protocol/suggest-name.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import type { Side } from '#core/wire/entry.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';

/** A capability in the handshake. `paths` start at the owner's capabilities. A version without path needs no offer. */
export interface Capability {
  readonly owner: Side;
  readonly paths: Partial<Record<ProtocolVersion, readonly string[]>>;
  /** Version 1 marks its oldest capabilities with `true`, later ones and all of version 2 with an object. */
  readonly isFlag: boolean;
}

/** `isFlag` for a capability that version 1 marks with `true`. */
export const capability = (
  owner: Side,
  paths: Partial<Record<ProtocolVersion, string>>,
  { isFlag = false } = {},
): Capability => ({
  owner,
  isFlag,
  paths: {
    ...(paths[1] === undefined ? {} : { 1: paths[1].split('.') }),
    ...(paths[2] === undefined ? {} : { 2: paths[2].split('.') }),
  },
});

/**
 * `unknown`: the handshake is missing, or the value is misspelt or has a wrong type. Receivers read a wrong value as a
 * no, but the sender meant an offer, and schema/value-is-not-dropped or schema/members-are-known reports it.
 */
export type Offer = 'yes' | 'no' | 'unknown';

/** Whether the handshake offers a capability. */
export function capabilityOffer(trace: Trace, { owner, paths, isFlag }: Capability): Offer {
  const version = trace.version();
  const path = version === undefined ? undefined : paths[version];
  if (version === undefined || path === undefined || trace.handshake().progress !== 'done') return 'unknown';
  if (owner === 'agent' && trace.handshake().isMisnamed) return 'unknown';
  const capabilities = capabilitiesOf(trace, owner);
  const value = valueAt(capabilities, ...path);
  const isLost =
    value === undefined &&
    (isCutOff(capabilities, path) || isMisspelt(capabilities, path) || isTooHigh(capabilities, path, owner, version));
  if (isLost) return 'unknown';
  if (value === undefined || value === null || value === false) return 'no';
  const isRight = version === 1 && isFlag ? value === true : isObject(value);
  return isRight ? 'yes' : 'unknown';
}

/** Whether a value along the path is not an object, as in `"sessionCapabilities": true`. */
const isCutOff = (capabilities: unknown, path: readonly string[]): boolean =>
  path.some((_, length) => {
    const holder = valueAt(capabilities, ...path.slice(0, length));
    return isSaid(holder) && !isObject(holder);
  });

/** Whether the object in which the path breaks off has a misspelt name of the next step. */
function isMisspelt(capabilities: unknown, path: readonly string[]): boolean {
  const known = path.findIndex((_, length) => valueAt(capabilities, ...path.slice(0, length + 1)) === undefined);
  const beside = valueAt(capabilities, ...path.slice(0, known));
  const right = path[known];
  if (right === undefined || !isObject(beside)) return false;
  return Object.entries(beside).some(([name, value]) => suggestName(name, [right]) !== undefined && isSaid(value));
}

/** Whether a name of the path stands too high, where no other capability has that name: `readTextFile` beside `fs`. */
function isTooHigh(capabilities: unknown, path: readonly string[], owner: Side, version: ProtocolVersion): boolean {
  const all = tablesOf(version).definitions.get(owner === 'client' ? 'ClientCapabilities' : 'AgentCapabilities');
  const isElse = (name: string, depth: number) => depth === 0 && all?.kind === 'object' && all.members.has(name);
  return path.some((_, depth) =>
    path
      .slice(depth + 1)
      .some((name) => isSaid(valueAt(capabilities, ...path.slice(0, depth), name)) && !isElse(name, depth)),
  );
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** The members of a breach about a capability that was not offered, with the capability's name. */
export function missingCapability(trace: Trace, { owner, paths, isFlag }: Capability) {
  const version = trace.version() ?? 1;
  const path = paths[version] ?? [];
  const name = [version === 1 ? `${owner}Capabilities` : 'capabilities', ...path].join('.');
  const value = valueAt(capabilitiesOf(trace, owner), ...path);
  const { asked, answered } = trace.handshake();
  const said = owner === 'client' ? asked : answered;
  return {
    name,
    seen: value === undefined ? `no ${name}` : `${name}: ${renderValue(value)}`,
    expected: `${name}: ${version === 1 && isFlag ? 'true' : '{}'}`,
    ...(said === undefined ? {} : { related: [said.seq] }),
    ...noteUnlessComplete(trace), // a gap may hide another handshake
  };
}

const capabilitiesOf = (trace: Trace, owner: Side): unknown =>
  owner === 'client' ? trace.handshake().clientCapabilities : trace.handshake().agentCapabilities;

/** The agent’s response to the latest `initialize`; undefined while that is open. */
export const latestInitializeAnswer = ({ asked, answered }: Handshake): MessageRef | undefined =>
  answered && asked && answered.seq > asked.seq ? answered : undefined;
