import { validateParams, validateResult } from '#core/protocol/validate.ts';
import type { Side } from '#core/wire/entry.ts';

type Version = 1 | 2;

const notifications = new Set(['session/update', 'session/cancel', 'elicitation/complete', '$/cancel_request']);

export const params = (method: string, value: unknown, version: Version = 1, from: Side = 'client') =>
  validateParams(
    { kind: notifications.has(method) ? 'notification' : 'request', params: value },
    { method, version, from },
  );

export const update = (value: unknown, version: Version = 1) =>
  params('session/update', { sessionId: 's', update: value }, version, 'agent') ?? [];

export const result = (method: string, value: unknown, version: Version = 1, from: Side = 'agent') =>
  validateResult(value, { method, version, from }) ?? [];

export const brief = (issues: ReturnType<typeof params>) =>
  issues?.map(({ grade, pointer, message }) => `${grade} ${pointer} ${message}`);

/** A valid option. */
export const MODEL = {
  id: 'model',
  name: 'Model',
  type: 'select',
  currentValue: 'a',
  options: [{ value: 'a', name: 'A' }],
};
