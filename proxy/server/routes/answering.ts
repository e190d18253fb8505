import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordingQueries } from '#core/queries/recording-queries.ts';
import type { IsWanted } from '#core/rows/timeline-source.ts';
import type { LibraryQueries } from '../library-queries.ts';

/** A request about a recording. */
export interface OfRecording {
  readonly Params: { readonly id: string };
}

/** Answers a request about a recording; 404 for an unknown id. `isWanted`: false after the page closed the request. */
export const answering =
  ({ find }: LibraryQueries) =>
  async (
    request: Pick<FastifyRequest<OfRecording>, 'params' | 'raw'>,
    reply: FastifyReply,
    ask: (recording: RecordingQueries, isWanted: IsWanted) => unknown,
  ) => {
    const { params, raw } = request;
    const recording = find(params.id);
    if (!recording) return reply.code(404).send({ error: `there is no recording ${params.id}` });
    const found = await ask(recording, () => !raw.socket.destroyed && !reply.raw.destroyed);
    return reply.send(found ?? { error: 'the request was cancelled' });
  };
