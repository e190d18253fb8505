import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { keepFigures } from '../figures.ts';
import type { Library } from '../library.ts';

interface OfRecording {
  readonly id: string;
}

/** The stats of a recording, and both sides' capabilities. The first request for a long recording takes a second. */
export const statsRoutes: FastifyPluginCallback<{ library: Library }> = (app, { library }, done) => {
  const figures = keepFigures();
  const answer = async (id: string, what: 'stats' | 'info', reply: FastifyReply) => {
    const shelved = library.find(id);
    if (!shelved) return reply.code(404).send({ error: `there is no recording ${id}` });
    return (await figures.of(id, shelved))[what]();
  };

  app.get<{ Params: OfRecording }>('/api/recordings/:id/stats', ({ params }, reply) =>
    answer(params.id, 'stats', reply),
  );
  app.get<{ Params: OfRecording }>('/api/recordings/:id/info', ({ params }, reply) => answer(params.id, 'info', reply));
  done();
};
