import type { FastifyPluginCallback } from 'fastify';
import { withTimeSoFar } from '#core/stats/time-so-far.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';

/** Figures of a whole recording: its stats, both sides' capabilities, and how often each rule was kept. */
export const reportRoutes: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);
  app.get<OfRecording>('/api/recordings/:id/stats', (request, reply) =>
    answer(request, reply, async (recording) => {
      const [stats, summary] = [await recording.stats(), recording.summary()];
      return summary ? withTimeSoFar(stats, summary, Date.now()) : stats;
    }),
  );
  for (const name of ['info', 'report'] as const)
    app.get<OfRecording>(`/api/recordings/:id/${name}`, (request, reply) =>
      answer(request, reply, (recording) => recording[name]()),
    );
  done();
};
