/**
 * Checks params, results and error objects against the tables made from the official schemas. Reports one
 * issue for each mistake and ignores what it does not know: other rules check unknown methods, wrong
 * directions and broken envelopes.
 */
import type { Side } from '#core/wire/entry.ts';
import { isObject } from '#core/json/json.ts';
import { hasNoIssues } from './has-no-issues.ts';
import { explain } from './explain.ts';
import { preview, type Issue } from './issue.ts';
import { isInitialize, type ProtocolVersion } from './methods.ts';
import type { Shape } from './shape.ts';
import { tablesOf } from './schema-of-version.ts';

/** The facts about a message besides its value. `from` is its sender; for a result, the side that answered. */
export interface Context {
  readonly method: string;
  readonly version: ProtocolVersion;
  readonly from: Side;
}

const NO_ISSUES: readonly Issue[] = [];

/**
 * Returns the issues of a request's or notification's params. Judges `initialize` by the version it asks for.
 * Undefined where this side does not send the method in this form and version, because there is no shape to
 * check. Does not check the content of an envelope, which is a message of its own.
 */
export function validateParams(
  message: { readonly kind: 'request' | 'notification'; readonly params: unknown },
  { method, version, from }: Context,
): readonly Issue[] | undefined {
  const judged = isInitialize(method) ? versionIn(message.params) : version;
  return validateValue(paramsShape(message.kind, method, judged, from), message.params ?? EMPTY, '/params', judged);
}

const EMPTY = Object.freeze({});

/**
 * Returns the issues of a result; undefined as for params. Accepts null for an object without required
 * members, as most peers do.
 */
export function validateResult(result: unknown, { method, version, from }: Context): readonly Issue[] | undefined {
  const judged = isInitialize(method) ? versionIn(result) : version;
  const shape = tablesOf(judged).results[from].get(method);
  if (result === null && shape?.kind === 'object' && shape.required === 0) return [nullResult(method)];
  return validateValue(shape, result, '/result', judged);
}

/** Returns the issues of a well-formed error object. The JSON-RPC rules check whether it is well-formed. */
export const validateError = (error: unknown, version: ProtocolVersion): readonly Issue[] =>
  validateValue(tablesOf(version).error, error, '/error', version) ?? NO_ISSUES;

function paramsShape(kind: 'request' | 'notification', method: string, version: ProtocolVersion, from: Side) {
  const { requests, notifications } = tablesOf(version);
  return (kind === 'request' ? requests : notifications)[from].get(method);
}

function validateValue(shape: Shape | undefined, value: unknown, pointer: string, version: ProtocolVersion) {
  if (shape === undefined) return undefined;
  if (hasNoIssues(shape, value)) return NO_ISSUES;
  const issues: Issue[] = [];
  explain(shape, value, pointer, { version, issues, boundary: undefined });
  return issues;
}

/** The version named in a handshake. Any value but 2 is judged as version 1, the more likely shape. */
const versionIn = (value: unknown): ProtocolVersion => (isObject(value) && value['protocolVersion'] === 2 ? 2 : 1);

const nullResult = (method: string): Issue => ({
  pointer: '/result',
  grade: 'legacy',
  what: 'value',
  seen: preview(null),
  expected: '{}',
  message: `the result of ${method} is null, which most receivers take for an empty object`,
});
