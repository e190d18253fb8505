import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyPluginCallback } from 'fastify';
import { SHARE_SCOPES, type SaveRequest, type ShareForm } from '#core/contract/share.ts';
import { setNewest } from '#core/set-newest.ts';
import { savedFileName } from '#core/share/file-name.ts';
import { exportedPage } from '../exported-page.ts';
import type { Guard } from '../guard.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { secret } from '../tickets.ts';
import { answering, type OfRecording } from './answering.ts';
import { oneOf, requiredOneOf, wholeNumber } from './parameters.ts';

interface OfFile {
  readonly Params: { readonly id: string; readonly key: string };
}

/** The most requested files that wait for their download: more than a person asks for. */
const MAX_WAITING = 16;

const FORMS: readonly ShareForm[] = ['jsonl', 'fixture'];

const saveRequest = {
  schema: {
    body: {
      type: 'object',
      required: ['share', 'page'],
      properties: {
        page: { type: 'boolean' },
        share: {
          type: 'object',
          required: ['as', 'of', 'q', 'seq', 'redact'],
          properties: {
            as: requiredOneOf(FORMS),
            of: oneOf(...SHARE_SCOPES),
            q: { type: 'string' },
            seq: { anyOf: [wholeNumber(), { type: 'null' }] },
            redact: { type: 'boolean' },
            keep: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 200 } },
          },
        },
      },
    },
  },
};

/**
 * Parts of recordings as files to download, as in `core/contract/share.ts`. A download link sends no token, so each
 * works once.
 */
export const savedFileRoutes: FastifyPluginCallback<{ queries: LibraryQueries; guard: Guard; page: string }> = (
  app,
  { queries, guard, page: folder },
  done,
) => {
  const answer = answering(queries);
  const waiting = new Map<string, SaveRequest>();

  app.post<OfRecording & { Body: SaveRequest }>('/api/recordings/:id/saved', saveRequest, (request, reply) =>
    answer(request, reply, async (recording, isWanted) => {
      // Fails here, where the page can show why, and not in the download.
      await recording.share({ ...request.body.share, preview: true }, isWanted);
      const key = secret();
      setNewest(waiting, key, request.body, MAX_WAITING);
      return { url: guard.oneUseUrl(`${request.raw.url ?? ''}/${key}`) };
    }),
  );

  app.get('/api/offline-page', (_request, reply) => reply.type('text/plain').send(offlinePage(folder)));

  app.get<OfFile>('/api/recordings/:id/saved/:key', (request, reply) =>
    answer(request, reply, async (recording, isWanted) => {
      const { id, key } = request.params;
      const wanted = waiting.get(key);
      waiting.delete(key);
      if (!wanted) {
        void reply.code(404);
        return { error: 'there is no such file: save it again' };
      }
      const text = (await recording.share(wanted.share, isWanted)) ?? '';
      // Sent as an attachment of unknown type, because the browser must never render recorded content.
      void reply
        .header('content-disposition', `attachment; filename="${savedFileName(id, wanted)}"`)
        .type('application/octet-stream');
      return Readable.from(wanted.page ? exportedPage(offlinePage(folder), id, [text]) : [text]);
    }),
  );
  done();
};

/** The page that needs no server stands beside the server's page. */
const offlinePage = (folder: string) => readFileSync(join(folder, '../inspector-offline/recording.html'), 'utf8');
