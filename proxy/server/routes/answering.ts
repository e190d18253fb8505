import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_OPENED, type BadFilter } from '#core/contract/timeline.ts';
import { AcptapError } from '#core/errors.ts';
import { BadFilterError } from '#core/rows/filters.ts';
import type { Library, Shelved } from '../library.ts';
import { wholeNumber } from './whole-number.ts';

export type Asked = FastifyRequest<{
  Params: { readonly id: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

/** A query that breaks the contract. */
export class BadQuery extends Error {}

type Work = (shelved: Shelved, query: Parameters, isWanted: () => boolean) => unknown;

/**
 * Answers requests about a recording: 404 for an unknown recording, 400 for an unreadable query. Stops when the page
 * has closed the request, for example because it changed the filter.
 */
export const answering = (library: Library) => async (request: Asked, reply: FastifyReply, work: Work) => {
  const { params, raw, query } = request;
  try {
    const shelved = library.find(params.id);
    if (!shelved) return await reply.code(404).send({ error: `there is no recording ${params.id}` });
    const found = await work(shelved, toParameters(query), () => !raw.socket.destroyed && !reply.raw.destroyed);
    return await reply.send(found ?? { error: 'nobody waits for this' });
  } catch (cause) {
    if (cause instanceof BadQuery) return reply.code(400).send({ error: cause.message });
    if (cause instanceof AcptapError && cause.code === 'bad-filter')
      // the regex takes too long
      return reply.code(400).send({ error: cause.message, start: 0, end: 0 } satisfies BadFilter);
    if (!(cause instanceof BadFilterError)) throw cause;
    const { message: error, at: start, end } = cause.problem;
    return reply.code(400).send({ error, start, end } satisfies BadFilter);
  }
};

/** Reads the query of a request. */
export interface Parameters {
  /** Empty when missing. @throws {BadQuery} for a repeated parameter. */
  readonly text: (name: string) => string;
  /** @throws {BadQuery} for anything but a whole number. */
  readonly number: (name: string, otherwise: number) => number;
  /** `3,17`; empty when missing. @throws {BadQuery} */
  readonly numbers: (name: string) => readonly number[];
  readonly has: (name: string) => boolean;
}

function toParameters(query: Asked['query']): Parameters {
  const text = (name: string): string => {
    const value = query[name] ?? '';
    if (typeof value !== 'string') throw new BadQuery(`${name} is there twice`);
    return value;
  };
  const whole = (name: string, value: string): number => {
    const number = wholeNumber(value);
    if (number === undefined) throw new BadQuery(`${name} is a whole number, not ${JSON.stringify(value)}`);
    return number;
  };
  return {
    text,
    has: (name) => text(name) !== '',
    number: (name, otherwise) => (text(name) === '' ? otherwise : whole(name, text(name))),
    numbers: (name) => {
      const values = text(name) === '' ? [] : text(name).split(',');
      if (values.length > MAX_OPENED) throw new BadQuery(`${name} has at most ${MAX_OPENED} numbers`);
      return values.map((value) => whole(name, value));
    },
  };
}
