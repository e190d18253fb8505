import type { FastifyPluginCallback } from 'fastify';
import { MAX_CARDS, type ConversationQuery } from '#core/contract/conversation.ts';
import type { Library } from '../library.ts';

interface Query {
  readonly session?: string;
  readonly from?: string;
  readonly around?: string;
  readonly count?: string;
}

/** A recording as `core/contract/conversation.ts` has it. */
export const conversationRoute: FastifyPluginCallback<{ library: Library }> = (app, { library }, done) => {
  app.get<{ Params: { id: string }; Querystring: Query }>('/api/recordings/:id/conversation', (request, reply) => {
    const query = toQuery(request.query);
    if (!query)
      return reply.code(400).send({ error: `from, around and count are whole numbers, count at most ${MAX_CARDS}` });
    const shelved = library.find(request.params.id);
    if (!shelved) return reply.code(404).send({ error: `there is no recording ${request.params.id}` });
    return reply.send(shelved.store.read.conversation.window(shelved.no, query));
  });
  done();
};

/** A parameter that is given twice is an array, and no whole number. */
function toQuery({ session, from = '0', around, count = '20' }: Query): ConversationQuery | undefined {
  const [start, wanted] = [wholeNumber(around ?? from), wholeNumber(count)];
  const isSession = session === undefined || typeof session === 'string';
  if (start === undefined || wanted === undefined || wanted > MAX_CARDS || !isSession) return undefined;
  return {
    session: session === '' ? undefined : session,
    at: around === undefined ? { from: start } : { around: start },
    count: wanted,
  };
}

const wholeNumber = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
