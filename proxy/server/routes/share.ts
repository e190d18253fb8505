import { setImmediate as rest } from 'node:timers/promises';
import type { FastifyPluginCallback } from 'fastify';
import { SHARE_FORMS, SHARE_SCOPES, type ShareQuery } from '#core/contract/share.ts';
import { createSharer, TooLargeToShareError } from '#core/share/sharer.ts';
import type { Library, Shelved } from '../library.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { answering, BadQuery, type Asked, type Parameters } from './answering.ts';

/** A recording, or part of it, as text to paste elsewhere; `core/contract/share.ts` has the forms. */
export const shareRoute: FastifyPluginCallback<{ library: Library; timeline: Timeline }> = (
  app,
  { library, timeline },
  done,
) => {
  const answer = answering(library);
  const share = createSharer({ rest: () => rest(), now: () => performance.now() });

  async function write(shelved: Shelved, query: ShareQuery, isWanted: () => boolean): Promise<string | undefined> {
    const { store, no } = shelved;
    const meant = await timeline.meant(shelved, query, isWanted);
    if (!meant) return undefined;
    const { key } = timeline.keyed(shelved);
    const header = store.read.header(no);
    const entries = (from: number) => store.read.entries(no, from);
    return share({ key: `${key} ${header.id}`, header, entries }, query, meant, isWanted);
  }

  app.get('/api/recordings/:id/share', (request: Asked, reply) =>
    answer(request, reply, async (shelved, query, isWanted) => {
      try {
        const text = await write(shelved, toShareQuery(query), isWanted);
        // Plain text, because recorded content must never become a page; the headers forbid sniffing.
        void reply.type('text/plain; charset=utf-8');
        return text ?? '';
      } catch (cause) {
        if (!(cause instanceof TooLargeToShareError)) throw cause;
        void reply.code(413);
        return { error: cause.message };
      }
    }),
  );
  done();
};

function toShareQuery(query: Parameters): ShareQuery {
  const as = SHARE_FORMS.find((form) => form === query.text('as'));
  if (!as) throw new BadQuery(`as is one of ${SHARE_FORMS.join(', ')}`);
  const of = SHARE_SCOPES.find((scope) => scope === (query.text('of') || 'entry'));
  if (!of) throw new BadQuery(`of is one of ${SHARE_SCOPES.join(', ')}`);
  const redact = query.text('redact') || '1';
  if (redact !== '0' && redact !== '1') throw new BadQuery('redact is 0 or 1');
  const seq = query.has('seq') ? query.number('seq', 0) : null;
  return { as, of, q: query.text('q'), seq, redact: redact === '1', preview: query.text('preview') === '1' };
}
