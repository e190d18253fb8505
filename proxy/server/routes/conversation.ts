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
  readonly quick: boolean;
}

const conversationParameters = parameters({
  session: text,
  q: text,
  from: { ...wholeNumber(), default: 0 },
  around: wholeNumber(),
  count: { ...wholeNumber(0, MAX_CARDS), default: 20 },
  quick: { type: 'boolean', default: false, description: 'is true or false' },
});

interface SeekParameters {
  readonly session: string;
  readonly q: string;
  readonly text: string;
  readonly from: number;
  readonly step: 0 | 1 | -1;
}

const seekParameters = parameters({
  session: text,
  q: text,
  text,
  from: { ...wholeNumber(-1), default: -1 },
  step: { ...wholeNumber(-1, 1), default: 1 },
});

/** A recording as a conversation, as in `core/model/cards.ts`. */
export const conversationRoute: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);
  app.get<OfRecording & { Querystring: Parameters }>(
    '/api/recordings/:id/conversation',
    conversationParameters,
    (request, reply) => {
      const { session, from, around, ...query } = request.query;
      const at = around === undefined ? { from } : { around };
      return answer(request, reply, (recording, isWanted) =>
        recording.conversation({ session: session || undefined, at, ...query }, isWanted),
      );
    },
  );
  app.get<OfRecording & { Querystring: SeekParameters }>(
    '/api/recordings/:id/conversation/seek',
    seekParameters,
    (request, reply) => {
      const { session, ...query } = request.query;
      return answer(request, reply, (recording, isWanted) =>
        recording.seekCard({ session: session || undefined, ...query }, isWanted),
      );
    },
  );
  done();
};
