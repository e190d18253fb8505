import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import type { Place } from '#core/trace/place.ts';
import type { Trace } from '#core/trace/trace.ts';
import type { Side } from '#core/wire/entry.ts';
import { at, isObject } from '#core/wire/json.ts';
import { ifComplete } from './certainty.ts';
import { excerpt } from './excerpt.ts';

/** Something a side says in the handshake that it can do. By version the place below its capabilities; in a version without a place it needs no saying. */
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
 * `unknown`: nothing says, or something is there that is neither a yes nor a no. Receivers read that as a no, but it was meant, and
 * schema/value-is-not-dropped has told.
 */
export type Offer = 'yes' | 'no' | 'unknown';

/** Whether the handshake so far offers a capability. */
export function offered(trace: Trace, { owner, paths, isFlag }: Capability): Offer {
  const version = trace.version();
  const path = version === undefined ? undefined : paths[version];
  if (path === undefined || trace.handshake().progress !== 'done') return 'unknown';
  const value = at(capabilitiesOf(trace, owner), ...path);
  if (value === undefined || value === null || value === false) return 'no';
  const isRight = version === 1 && isFlag ? value === true : isObject(value);
  return isRight ? 'yes' : 'unknown';
}

/** What a finding about a capability that was not offered says of it. */
export function missing(trace: Trace, { owner, paths, isFlag }: Capability) {
  const version = trace.version() ?? 1;
  const path = paths[version] ?? [];
  const name = [version === 1 ? `${owner}Capabilities` : 'capabilities', ...path].join('.');
  const value = at(capabilitiesOf(trace, owner), ...path);
  const { asked, answered } = trace.handshake();
  const said = owner === 'client' ? asked : answered;
  return {
    name,
    seen: value === undefined ? `no ${name}` : `${name}: ${excerpt(JSON.stringify(value))}`,
    expected: `${name}: ${version === 1 && isFlag ? 'true' : '{}'}`,
    ...(said === undefined ? {} : { related: [said.seq] }),
    ...ifComplete(trace), // a gap may hide another handshake
  };
}

const capabilitiesOf = (trace: Trace, owner: Side): unknown =>
  owner === 'client' ? trace.handshake().clientCapabilities : trace.handshake().agentCapabilities;

/** The place of the agent's answer, when that is the latest there is of the handshake. */
export const justAnswered = ({ asked, answered }: Handshake): Place | undefined =>
  answered && asked && answered.seq > asked.seq ? answered : undefined;
