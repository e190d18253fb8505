import { isObject, type JsonObject } from '../json/json.ts';
import { renderValue } from '../json/render-value.ts';
import { toIdToken, type IdToken } from './request-id.ts';

/** JSON-RPC 2.0 §5.1. `data` is absent when the message has no such member. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Request {
  readonly kind: 'request';
  readonly id: IdToken;
  readonly method: string;
  readonly params: unknown;
}

export interface Notification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: unknown;
}

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: ErrorObject };

/** `id` is undefined where the member is missing or not a valid id. Real agents send such error responses. */
export interface Response {
  readonly kind: 'response';
  readonly id: IdToken | undefined;
  readonly outcome: Outcome;
}

export type Message = Request | Notification | Response;

/** An error in the members of JSON-RPC. acptap still reads a message with faults, as receivers would. */
export type EnvelopeFault =
  | 'not-an-object'
  | 'version'
  | 'no-method-result-or-error'
  | 'result-and-error'
  | 'method-not-a-string'
  | 'id-not-an-id'
  | 'id-missing'
  | 'params-not-structured'
  | 'error-not-an-error-object';

/** A JSON value of a frame, its message (if any), and its faults as JSON-RPC. */
export interface Part {
  readonly value: unknown;
  readonly message?: Message;
  readonly faults: readonly EnvelopeFault[];
}

const NO_FAULTS: readonly EnvelopeFault[] = [];

/**
 * Reads a JSON value as a JSON-RPC 2.0 message. Tests which members are *present*, not whether they are truthy:
 * `"result": null` is a result and `"id": 0` is an id. Never throws: any other value has faults and no message. Does
 * not check whether method and params are valid ACP. `text` returns the JSON text of the value: see `toIdToken`.
 * Source: https://www.jsonrpc.org/specification
 */
export function toPart(value: unknown, text: () => string): Part {
  if (!isObject(value)) return { value, faults: ['not-an-object'] };
  const faults: EnvelopeFault[] = [];
  if (value['jsonrpc'] !== '2.0') faults.push('version');
  const message = Object.hasOwn(value, 'method') ? toCall(value, text, faults) : toResponse(value, text, faults);
  const found = faults.length > 0 ? faults : NO_FAULTS;
  return message ? { value, message, faults: found } : { value, faults: found };
}

function toCall(value: JsonObject, text: () => string, faults: EnvelopeFault[]): Message | undefined {
  const { method, params } = value;
  if (typeof method !== 'string') {
    faults.push('method-not-a-string');
    return undefined;
  }
  if (params !== undefined && params !== null && typeof params !== 'object') faults.push('params-not-structured');
  if (!Object.hasOwn(value, 'id')) return { kind: 'notification', method, params };
  const id = toIdToken(value['id'], text);
  if (id !== undefined) return { kind: 'request', id, method, params };
  faults.push('id-not-an-id');
  return undefined;
}

function toResponse(value: JsonObject, text: () => string, faults: EnvelopeFault[]): Message | undefined {
  const hasResult = Object.hasOwn(value, 'result');
  const hasError = Object.hasOwn(value, 'error');
  if (!hasResult && !hasError) {
    faults.push('no-method-result-or-error');
    return undefined;
  }
  if (hasResult && hasError) faults.push('result-and-error');

  const id = toIdToken(value['id'], text);
  if (!Object.hasOwn(value, 'id')) faults.push('id-missing');
  else if (id === undefined) faults.push('id-not-an-id');

  if (!hasError) return { kind: 'response', id, outcome: { ok: true, result: value['result'] } };
  const { error } = value;
  const wellFormed = isErrorObject(error);
  if (!wellFormed) faults.push('error-not-an-error-object');
  // A malformed error still ends its request; acptap shows the parts it can read.
  return { kind: 'response', id, outcome: { ok: false, error: wellFormed ? error : lenientError(error) } };
}

const isErrorObject = (value: unknown): value is ErrorObject & JsonObject =>
  isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string';

/** The most characters that are kept of an error that is not an object. */
const MAX_ERROR_CHARACTERS = 400;

function lenientError(value: unknown): ErrorObject {
  if (!isObject(value)) return { code: 0, message: renderValue(value, MAX_ERROR_CHARACTERS) };
  const { code, message } = value;
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : '' };
}
