import type { FastifyPluginCallback } from 'fastify';
import type { MarkVerb } from '#core/contract/marks.ts';
import { AcptapError } from '#core/errors.ts';
import { isPassing } from '../../store/connection/store-error.ts';
import type { Library } from '../library.ts';
import type { OfRecording } from './answering.ts';
import { requiredOneOf, wholeNumber } from './parameters.ts';

/** A verb and its members, as in `core/contract/marks.ts`. */
const verb = (name: MarkVerb['do'], members: Readonly<Record<string, object>> = {}) => ({
  properties: { do: requiredOneOf([name]), ...members },
  required: ['do', ...Object.keys(members)],
});

const text = { type: 'string' };

const body = {
  type: 'object',
  discriminator: { propertyName: 'do' },
  required: ['do'],
  oneOf: [
    verb('pin', { isPinned: { type: 'boolean' } }),
    verb('name', { name: { type: 'string', nullable: true } }),
    verb('comment', { text }),
    verb('uncomment', { index: wholeNumber(), text }),
    verb('comment-entry', { seq: wholeNumber(), text: { type: 'string', nullable: true } }),
    verb('remove'),
    verb('restore'),
  ],
};

/** Pins, names, comments, removes and restores a recording; comments on its entries. */
export const markRoutes: FastifyPluginCallback<{ library: Library }> = (app, { library }, done) => {
  app.post<OfRecording & { Body: MarkVerb }>(
    '/api/recordings/:id/marks',
    { schema: { body } },
    ({ params, body: asked }, reply) => {
      const found = library.find(params.id);
      if (!found) return reply.code(404).send({ error: `there is no recording ${params.id}` });
      if (!library.changes) return reply.code(409).send({ error: FIXED });
      try {
        library.changes.apply(found, asked);
      } catch (cause) {
        if (isPassing(cause)) return reply.code(409).send({ error: 'the database is busy: try again' });
        if (cause instanceof AcptapError) return reply.code(409).send({ error: cause.message });
        throw cause;
      }
      return reply.send({});
    },
  );
  done();
};

const FIXED = 'this inspector shows chosen recordings, and changes none: start acptap inspect without a REF';
