import * as z from 'zod';
import { AcptapError } from '#core/errors.ts';
import type { RedactedRecordings } from './redacted-recordings.ts';

/** The recordings and functions with which a tool answers a call. */
export interface Asked {
  readonly recordings: RedactedRecordings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** False once the client has cancelled the call. */
  readonly isWanted: () => boolean;
}

/** A question about recordings that a client can ask. Its answer is JSON. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model that chooses among tools. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly answer: (args: never, asked: Asked) => object | Promise<object>;
}

export const defineTool = <Shape extends z.ZodRawShape>(
  tool: Omit<Tool, 'input' | 'answer'> & {
    readonly input: z.ZodObject<Shape>;
    readonly answer: (args: z.output<z.ZodObject<Shape>>, asked: Asked) => object | Promise<object>;
  },
): Tool => tool;

const REF = 'id or the beginning of an id, name, latest, or latest~1 for the recording before that';

export const recording = z.string().default('latest').describe(`the recording: ${REF}`);

export const recordingRef = z.string().describe(`a recording: ${REF}`);

export const filter = z
  .string()
  .max(2000)
  .default('')
  .describe(
    'only entries that match, for example: method:session/prompt, kind:error, from:agent, -kind:notification, rule:*, status:pending, "some words", /regex/; terms are joined by and',
  );

export const cursor = z.string().optional().describe('nextCursor of the answer before, with the same other arguments');

export const limit = (most: number, usual: number) =>
  z.number().int().min(1).max(most).default(usual).describe('the most items; fewer come where texts are long');

/** @throws {AcptapError} `usage` for a cursor that is not a number. */
export function positionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new AcptapError('usage', `${JSON.stringify(text)} is no cursor: give nextCursor of the answer before`);
}
