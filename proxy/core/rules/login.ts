import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Trace } from '#core/trace/trace.ts';

/** The request by which the client logs in: its name in version 1, and in version 2. */
export const isLogin = (method: string): boolean => method === 'authenticate' || method === 'auth/login';

/** What the id of a listed method is called. */
export const METHOD_ID: Readonly<Record<ProtocolVersion, string>> = { 1: 'id', 2: 'methodId' };

/** The methods that the agent listed; none where it gave no list, undefined where it has not answered or in a way acptap cannot read. */
export function listedMethods(trace: Trace): readonly unknown[] | undefined {
  const { progress, authMethods } = trace.handshake();
  if (progress !== 'done' || trace.version() === undefined) return undefined;
  return Array.isArray(authMethods) ? authMethods : [];
}
