import { stringAt } from '#core/json/json.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Trace } from '#core/trace/trace.ts';

const LOGIN: Readonly<Record<ProtocolVersion, string>> = { 1: 'authenticate', 2: 'auth/login' };

/** Whether this request logs the client in, in the version of the connection. */
export const isLogin = (method: string, trace: Trace): boolean => method === LOGIN[trace.version() ?? 1];

/** The name of the id member of a listed method. */
export const METHOD_ID: Readonly<Record<ProtocolVersion, string>> = { 1: 'id', 2: 'methodId' };

/** The login methods from the handshake; empty without a list. Undefined before the response or if it is unreadable. */
export function listedMethods(trace: Trace): readonly unknown[] | undefined {
  const { progress, authMethods } = trace.handshake();
  const version = trace.version();
  if (progress !== 'done' || version === undefined) return undefined;
  if (authMethods === undefined || authMethods === null) return [];
  const isReadable =
    Array.isArray(authMethods) && authMethods.every((one) => stringAt(one, METHOD_ID[version]) !== undefined);
  return isReadable ? authMethods : undefined;
}
