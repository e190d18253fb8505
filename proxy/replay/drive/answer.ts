import { RESOURCE_NOT_FOUND } from '#core/protocol/error-codes.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import type { AgentRequest } from './plan.ts';

/** An answer for the agent. `note` explains in the report why it is not the recorded answer. */
export interface Answer {
  readonly outcome: Outcome | Promise<Outcome>;
  /** The recorded request that matched. */
  readonly like?: AgentRequest;
  readonly note?: string;
}

export const result = (value: unknown): Outcome => ({ ok: true, result: value });

export const refusal = (code: number, message: string, data?: unknown): Outcome => ({
  ok: false,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

export const notFound = (path: string): Outcome => refusal(RESOURCE_NOT_FOUND, 'Resource not found', { uri: path });

/** A parameter is missing or not a string. */
export const noString = (name: string): Outcome => refusal(-32602, `Invalid params: ${name} has to be a string`);
