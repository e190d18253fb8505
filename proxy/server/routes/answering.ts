import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_OPENED, type BadFilter } from '#core/contract/timeline.ts';
import { AcptapError } from '#core/errors.ts';
import { BadFilterError } from '#core/timeline/filters.ts';
import type { Library, Shelved } from '../library.ts';
import { wholeNumber } from './whole-number.ts';

export type Asked = FastifyRequest<{
  Params: { readonly id: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

/** A query that says something else than the contract allows. */
export class BadQuery extends Error {}

type Work = (shelved: Shelved, query: Parameters, isWanted: () => boolean) => unknown;

/**
 * Answers what is asked of a recording by filters and the like: 404 where there is none, 400 for what cannot be read. A page that has
 * gone on to another filter has closed its request: nobody needs the answer.
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
      // a regex that takes too long
      return reply.code(400).send({ error: cause.message, start: 0, end: 0 } satisfies BadFilter);
    if (!(cause instanceof BadFilterError)) throw cause;
    const { message: error, at: start, end } = cause.problem;
    return reply.code(400).send({ error, start, end } satisfies BadFilter);
  }
};

/** The query of a request, read. */
export interface Parameters {
  /** Empty where it is missing. @throws {BadQuery} for one that is there twice. */
  readonly text: (name: string) => string;
  /** @throws {BadQuery} for what is no whole number. */
  readonly number: (name: string, otherwise: number) => number;
  /** `3,17`: none where it is missing. @throws {BadQuery} */
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
