import { Readable } from 'node:stream';
import { AcptapError } from '#core/errors.ts';
import type { RecordingQueries } from '#core/queries/recording-queries.ts';
import type { FastifyPluginCallback } from 'fastify';
import type { Guard } from '../guard.ts';
import { summariesOf, type Library } from '../library.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';

interface OfEntry {
  readonly Params: { readonly id: string; readonly seq: string };
}

/** Undefined for a text that cannot be a `seq`. */
const seqOf = (text: string): number | undefined => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);

/** The bytes of an entry, or why the recording does not have them. */
function bytesOf(recording: RecordingQueries, seq: number): Iterable<Uint8Array> | string | undefined {
  try {
    return recording.bytes(seq);
  } catch (cause) {
    if (cause instanceof AcptapError) return cause.message;
    throw cause;
  }
}

/** The recordings, as in `core/contract/api.ts`. */
export const recordingRoutes: FastifyPluginCallback<{ library: Library; queries: LibraryQueries; guard: Guard }> = (
  app,
  { library, queries, guard },
  done,
) => {
  const answer = answering(queries);

  app.get('/api/recordings', () => summariesOf(library));

  app.get<OfRecording>('/api/recordings/:id', (request, reply) =>
    answer(request, reply, (recording) => recording.summary()),
  );

  app.get<OfEntry>('/api/recordings/:id/entries/:seq', (request, reply) =>
    answer(request, reply, (recording) => {
      const detail = recording.entry(seqOf(request.params.seq) ?? -1);
      if (!detail) void reply.code(404);
      return detail ?? { error: `there is no entry ${request.params.seq}` };
    }),
  );

  app.get<OfEntry>('/api/recordings/:id/entries/:seq/bytes', (request, reply) =>
    answer(request, reply, (recording) => {
      const { id, seq } = request.params;
      const bytes = bytesOf(recording, seqOf(seq) ?? -1);
      if (bytes === undefined || typeof bytes === 'string') {
        void reply.code(404);
        return { error: bytes ?? `there is no entry ${seq}` };
      }
      // Sent as an attachment of unknown type, because the browser must never render recorded content.
      void reply
        .header('content-disposition', `attachment; filename="${encodeURIComponent(id)}-${Number(seq)}.bin"`)
        .type('application/octet-stream');
      return Readable.from(bytes);
    }),
  );

  // A download link sends no token, so the page asks for a one-use address first.
  app.post<OfEntry>('/api/recordings/:id/entries/:seq/bytes', (request, reply) =>
    answer(request, reply, () => ({ url: guard.oneUseUrl(request.raw.url ?? '') })),
  );
  done();
};
