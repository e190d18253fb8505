import type { FastifyPluginCallback } from 'fastify';
import { MAX_CARDS } from '#core/model/cards.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';
import { parameters, text, wholeNumber } from './parameters.ts';

interface Parameters {
  readonly session: string;
  readonly q: string;
  readonly from: number;
  readonly around?: number;
  readonly count: number;
}

const conversationParameters = parameters({
  session: text,
  q: text,
  from: { ...wholeNumber(), default: 0 },
  around: wholeNumber(),
  count: { ...wholeNumber(0, MAX_CARDS), default: 20 },
});

/** A recording as a conversation, as in `core/model/cards.ts`. */
export const conversationRoute: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);
  app.get<OfRecording & { Querystring: Parameters }>(
    '/api/recordings/:id/conversation',
    conversationParameters,
    (request, reply) => {
      const { session, q, from, around, count } = request.query;
      const at = around === undefined ? { from } : { around };
      return answer(request, reply, (recording, isWanted) =>
        recording.conversation({ session: session || undefined, q, at, count }, isWanted),
      );
    },
  );
  done();
};
