import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Trace } from '#core/trace/trace.ts';
import { stringAt } from '#core/wire/json.ts';

const LOGIN: Readonly<Record<ProtocolVersion, string>> = { 1: 'authenticate', 2: 'auth/login' };

/** Whether the client logs in by this request, in the version that is spoken. */
export const isLogin = (method: string, trace: Trace): boolean => method === LOGIN[trace.version() ?? 1];

/** What the id of a listed method is called. */
export const METHOD_ID: Readonly<Record<ProtocolVersion, string>> = { 1: 'id', 2: 'methodId' };

/** The methods that the agent listed; none where it gave no list, undefined where it has not answered or in a way acptap cannot read. */
export function listedMethods(trace: Trace): readonly unknown[] | undefined {
  const { progress, authMethods } = trace.handshake();
  const version = trace.version();
  if (progress !== 'done' || version === undefined) return undefined;
  if (authMethods === undefined || authMethods === null) return [];
  const isReadable =
    Array.isArray(authMethods) && authMethods.every((one) => stringAt(one, METHOD_ID[version]) !== undefined);
  return isReadable ? authMethods : undefined;
}
