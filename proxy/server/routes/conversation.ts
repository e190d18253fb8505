import type { FastifyPluginCallback } from 'fastify';
import { MAX_CARDS, type ConversationQuery } from '#core/model/cards.ts';
import type { Library } from '../library.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { answering, BadQuery, type Asked, type Parameters } from './answering.ts';

/** A recording as a conversation, as in `core/model/cards.ts`. */
export const conversationRoute: FastifyPluginCallback<{ library: Library; timeline: Timeline }> = (
  app,
  { library, timeline },
  done,
) => {
  const answer = answering(library);
  app.get('/api/recordings/:id/conversation', (request: Asked, reply) =>
    answer(request, reply, (shelved, query, isWanted) => timeline.conversation(shelved, toQuery(query), isWanted)),
  );
  done();
};

function toQuery(query: Parameters): ConversationQuery {
  const count = query.number('count', 20);
  if (count > MAX_CARDS) throw new BadQuery(`count is at most ${MAX_CARDS}`);
  return {
    session: query.text('session') || undefined,
    q: query.text('q'),
    at: query.has('around') ? { around: query.number('around', 0) } : { from: query.number('from', 0) },
    count,
  };
}
