import type { FastifyPluginCallback } from 'fastify';
import { SHARE_FORMS, SHARE_SCOPES, type ShareForm, type ShareScope } from '#core/contract/share.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';
import { oneOf, parameters, requiredOneOf, text, wholeNumber } from './parameters.ts';

interface Parameters {
  readonly as: ShareForm;
  readonly of: ShareScope;
  readonly q: string;
  readonly seq?: number;
  readonly redact: '0' | '1';
  /** Names of rules, one a line. */
  readonly keep: string;
  readonly preview: '0' | '1';
}

const shareParameters = parameters(
  {
    as: requiredOneOf(SHARE_FORMS),
    of: oneOf(...SHARE_SCOPES),
    q: text,
    seq: wholeNumber(),
    redact: oneOf('1', '0'),
    keep: text,
    preview: oneOf('0', '1'),
  },
  ['as'],
);

/** A recording, or part of it, as text to paste elsewhere; `core/contract/share.ts` has the forms. */
export const shareRoute: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);
  app.get<OfRecording & { Querystring: Parameters }>('/api/recordings/:id/share', shareParameters, (request, reply) =>
    answer(request, reply, async (recording, isWanted) => {
      const { as, of, q, seq = null, redact, keep, preview } = request.query;
      const written = await recording.share(
        {
          as,
          of,
          q,
          seq,
          redact: redact === '1',
          keep: keep.split('\n').filter((rule) => rule !== ''),
          preview: preview === '1',
        },
        isWanted,
      );
      // Plain text, because recorded content must never become a page; the headers forbid sniffing.
      void reply.type('text/plain; charset=utf-8');
      return written ?? '';
    }),
  );
  done();
};
