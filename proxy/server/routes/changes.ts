import type { FastifyPluginCallback } from 'fastify';
import type { Library } from '../library.ts';
import { createRunChanges } from '../run-changes.ts';

/** How runs differ from the previous ones of their commands, as in `core/contract/changes.ts`. */
export const changesRoute: FastifyPluginCallback<{ library: Library }> = (app, { library }, done) => {
  const changes = createRunChanges(library);
  app.get('/api/changes', ({ raw }) => changes(() => !raw.socket.destroyed));
  done();
};
