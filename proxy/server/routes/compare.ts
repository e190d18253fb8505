import type { FastifyPluginCallback } from 'fastify';
import { ALL, parsePart } from '#core/compare/part.ts';
import type { SideQuery } from '#core/model/compare.ts';
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

  app.get<{ Querystring: Parameters }>('/api/compare', compareParameters, async ({ query }, reply) => {
    const left: SideQuery = { recording: query.left, part: parsePart(query.leftPart) ?? ALL };
    const right: SideQuery = { recording: query.right, part: parsePart(query.rightPart) ?? ALL };
    const steps = [];
    for (const { recording: id } of [left, right]) {
      const found = await queries.find(id)?.steps(wanted);
      if (!found) return reply.code(404).send({ error: `there is no recording ${id}` });
      steps.push(found);
    }
    const [leftSteps, rightSteps] = steps;
    if (leftSteps && rightSteps)
      return queries.compare({ ...left, steps: leftSteps }, { ...right, steps: rightSteps }, wanted);
    return undefined;
  });
  done();
};
