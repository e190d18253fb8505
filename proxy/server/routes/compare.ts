import type { FastifyPluginCallback } from 'fastify';
import { ALL, parsePart } from '#core/compare/part.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';
import { parameters, text } from './parameters.ts';

interface Parameters {
  readonly left: string;
  readonly leftPart: string;
  readonly right: string;
  readonly rightPart: string;
}

const part = { ...text, pattern: '^(?:(?:turn|session)-[1-9]\\d{0,8})?$', description: 'is like turn-2 or session-1' };
const idOfRecording = { type: 'string', minLength: 1, description: 'is the id of a recording' };
const compareParameters = parameters({ left: idOfRecording, leftPart: part, right: idOfRecording, rightPart: part }, [
  'left',
  'right',
]);

/** A closed request does not stop the work: another request may need the same steps. */
const wanted = () => true;

/** The comparison of two recordings and their parts, as in `core/model/compare.ts`. Long recordings take seconds. */
export const compareRoutes: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);

  app.get<OfRecording>('/api/recordings/:id/steps', (request, reply) =>
    answer(request, reply, (recording) => recording.steps(wanted)),
  );

  app.get<{ Querystring: Parameters }>('/api/compare', compareParameters, ({ query }) =>
    queries.compare(
      { recording: query.left, part: parsePart(query.leftPart) ?? ALL },
      { recording: query.right, part: parsePart(query.rightPart) ?? ALL },
      wanted,
    ),
  );
  done();
};
