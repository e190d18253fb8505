import { Readable } from 'node:stream';
import { AcptapError } from '#core/errors.ts';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import type { Guard } from '../guard.ts';
import type { Library, Shelved } from '../library.ts';
import { wholeNumber } from './whole-number.ts';

interface OfRecording {
  readonly id: string;
}
interface OfEntry extends OfRecording {
  readonly seq: string;
}

/** The bytes of an entry, or why the recording does not have them. */
function rawBytes({ store, no }: Shelved, seq: number): Iterable<Uint8Array> | string | undefined {
  try {
    return store.read.rawBytes(no, seq);
  } catch (cause) {
    if (cause instanceof AcptapError) return cause.message;
    throw cause;
  }
}

/** The recordings, as in `core/contract/api.ts`. */
export const recordingRoutes: FastifyPluginCallback<{ library: Library; guard: Guard }> = (
  app,
  { library, guard },
  done,
) => {
  const found = (reply: FastifyReply, id: string): Shelved | undefined => {
    const shelved = library.find(id);
    if (!shelved) void reply.code(404).send({ error: `there is no recording ${id}` });
    return shelved;
  };

  app.get('/api/recordings', () => library.recordings());

  app.get<{ Params: OfRecording }>('/api/recordings/:id', (request, reply) => {
    const shelved = found(reply, request.params.id);
    return shelved && reply.send(shelved.store.read.summary(shelved.no));
  });

  app.get<{ Params: OfEntry }>('/api/recordings/:id/entries/:seq', (request, reply) => {
    const shelved = found(reply, request.params.id);
    const detail = shelved?.store.read.detail(shelved.no, wholeNumber(request.params.seq) ?? -1);
    if (shelved && !detail) return reply.code(404).send({ error: `there is no entry ${request.params.seq}` });
    return detail && reply.send(detail);
  });

  app.get<{ Params: OfEntry }>('/api/recordings/:id/entries/:seq/bytes', (request, reply) => {
    const { id, seq } = request.params;
    const shelved = found(reply, id);
    if (!shelved) return undefined;
    const bytes = rawBytes(shelved, wholeNumber(seq) ?? -1);
    if (typeof bytes === 'string') return reply.code(404).send({ error: bytes });
    if (!bytes) return reply.code(404).send({ error: `there is no entry ${seq}` });
    // Sent as an attachment of unknown type, because the browser must never render recorded content.
    return reply
      .header('content-disposition', `attachment; filename="${encodeURIComponent(id)}-${Number(seq)}.bin"`)
      .type('application/octet-stream')
      .send(Readable.from(bytes));
  });

  // A download link sends no token, so the page asks for a one-use address first.
  app.post<{ Params: OfEntry }>('/api/recordings/:id/entries/:seq/bytes', (request, reply) => {
    if (found(reply, request.params.id)) return reply.send({ url: guard.oneUseUrl(request.raw.url ?? '') });
  });
  done();
};
