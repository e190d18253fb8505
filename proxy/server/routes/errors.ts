import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { BadFilter } from '#core/contract/timeline.ts';
import { AcptapError } from '#core/errors.ts';
import { MissingPartError } from '#core/queries/recording-queries.ts';
import { BadFilterError } from '#core/rows/row-filter.ts';
import { TooLargeToShareError } from '#core/share/share-answers.ts';

/** Answers a request that failed: `{"error":"…"}`; for a wrong filter also the `start` and `end` of the wrong part. */
export function answerError(cause: FastifyError | Error, _request: FastifyRequest, reply: FastifyReply) {
  if (cause instanceof BadFilterError) {
    const { message: error, at: start, end } = cause.problem;
    return reply.code(400).send({ error, start, end } satisfies BadFilter);
  }
  // A regular expression that takes too long.
  if (cause instanceof AcptapError && cause.code === 'bad-filter')
    return reply.code(400).send({ error: cause.message, start: 0, end: 0 } satisfies BadFilter);
  return reply.code(statusOf(cause)).send({ error: cause.message });
}

function statusOf(cause: FastifyError | Error): number {
  if (cause instanceof TooLargeToShareError) return 413;
  if (cause instanceof MissingPartError) return 404;
  return ('statusCode' in cause && cause.statusCode) || 500;
}
