import type { FastifyPluginCallback } from 'fastify';
import { MAX_FILES, MAX_OPERATIONS, type FilesQuery, type OperationsQuery } from '#core/model/files.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';
import { parameters, text, wholeNumber } from './parameters.ts';

const filesParameters = parameters({
  q: text,
  folder: text,
  from: { ...wholeNumber(), default: 0 },
  count: { ...wholeNumber(0, MAX_FILES), default: 100 },
});

const operationsParameters = parameters(
  {
    path: { type: 'string' },
    q: text,
    from: { ...wholeNumber(), default: 0 },
    count: { ...wholeNumber(0, MAX_OPERATIONS), default: 20 },
  },
  ['path'],
);

/** The agent's operations on files, as in `core/model/files.ts`. */
export const filesRoutes: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);
  app.get<OfRecording & { Querystring: FilesQuery }>('/api/recordings/:id/files', filesParameters, (request, reply) =>
    answer(request, reply, (recording, isWanted) => recording.files(request.query, isWanted)),
  );
  app.get<OfRecording & { Querystring: OperationsQuery }>(
    '/api/recordings/:id/operations',
    operationsParameters,
    (request, reply) => answer(request, reply, (recording, isWanted) => recording.operations(request.query, isWanted)),
  );
  done();
};
