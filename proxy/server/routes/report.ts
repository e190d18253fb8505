import type { FastifyPluginCallback } from 'fastify';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';

/** Figures of a whole recording: its stats, both sides' capabilities, and how often each rule was kept. */
export const reportRoutes: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);
  for (const name of ['stats', 'info', 'report'] as const)
    app.get<OfRecording>(`/api/recordings/:id/${name}`, (request, reply) =>
      answer(request, reply, (recording) => recording[name]()),
    );
  done();
};
