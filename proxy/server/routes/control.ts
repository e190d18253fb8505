import type { FastifyPluginCallback } from 'fastify';
import type { LineToJudge } from '#core/contract/api.ts';
import type { ControlResult, ControlVerb } from '#core/contract/control.ts';
import { fromBase64 } from '#core/wire/bytes.ts';
import { SIDES } from '#core/wire/entry.ts';
import type { Agents } from '../agents.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';
import { requiredOneOf } from './parameters.ts';

/** The largest request: a frame of 12 MiB in base64. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Without `watch` and `state`: pages get the states by WebSocket. */
const VERBS: readonly Exclude<ControlVerb['do'], 'watch' | 'state'>[] = [
  'frame',
  'release',
  'drop',
  'edit',
  'answer',
  'inject',
  'add-breakpoint',
  'remove-breakpoint',
  'set-breakpoint',
  'set-fault',
];

const body = (properties: Readonly<Record<string, object>>) => ({
  bodyLimit: MAX_BYTES,
  schema: { body: { type: 'object', required: Object.keys(properties), properties } },
});

const lineToJudge = body({ from: requiredOneOf(SIDES), bytes: { type: 'string' } });

/** Sends verbs of `core/contract/control.ts` to the acptap of a running agent, which checks their members. */
export const controlRoutes: FastifyPluginCallback<{ agents: Agents; queries: LibraryQueries }> = (
  app,
  { agents, queries },
  done,
) => {
  app.post<OfRecording & { Body: ControlVerb }>(
    '/api/recordings/:id/control',
    body({ do: requiredOneOf(VERBS) }),
    async ({ params, body: verb }, reply) => {
      const answer = await agents.ask(params.id, verb);
      if (!answer) return reply.code(409).send({ error: `acptap cannot take part in ${params.id}: ${WHY_NOT}` });
      if (!answer.ok) return reply.code(409).send({ error: answer.error });
      const { id: _id, ok: _ok, ...result } = answer;
      return reply.send(result satisfies ControlResult);
    },
  );

  const answer = answering(queries);
  app.post<OfRecording & { Body: LineToJudge }>('/api/recordings/:id/judge', lineToJudge, (request, reply) => {
    const bytes = fromBase64(request.body.bytes);
    if (!bytes) return reply.code(400).send({ error: 'bytes is no base64' });
    return answer(request, reply, (recording) => recording.judgeLine(request.body.from, bytes));
  });
  done();
};

const WHY_NOT = 'no running agent was started with acptap run --interactive or --break';
