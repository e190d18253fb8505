import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { createComparison, type Chosen } from '#core/compare/compare.ts';
import { parsePart, renderPart } from '#core/compare/part.ts';
import type { SideQuery } from '#core/model/compare.ts';
import { inSlices } from '../in-slices.ts';
import type { Library } from '../library.ts';
import { keepSteps } from '../steps.ts';

type Query = Readonly<Record<string, unknown>>;

/** The comparison of two recordings and their parts, as in `core/model/compare.ts`. Long recordings take seconds. */
export const compareRoutes: FastifyPluginCallback<{ library: Library }> = (app, { library }, done) => {
  const kept = keepSteps();

  app.get<{ Params: { readonly id: string } }>('/api/recordings/:id/steps', async ({ params: { id } }, reply) => {
    const shelved = library.find(id);
    if (!shelved) return reply.code(404).send({ error: `there is no recording ${id}` });
    return kept.of(id, shelved);
  });

  app.get<{ Querystring: Query }>('/api/compare', async ({ query }, reply) => {
    const [left, right] = [sideOf(query, 'left'), sideOf(query, 'right')];
    if (!left || !right)
      return reply
        .code(400)
        .send({ error: 'left and right are ids of recordings, leftPart and rightPart like turn-2 or session-1' });
    const chosen = [await choose(left, reply), await choose(right, reply)] as const;
    if (!chosen[0] || !chosen[1]) return reply;
    const comparison = createComparison(chosen[0], chosen[1]);
    if (!comparison) {
      const parts = [left, right].map(({ recording, part }) => `${renderPart(part) || 'all'} of ${recording}`);
      return reply.code(404).send({ error: `one of these is not there: ${parts.join(', ')}` });
    }
    await inSlices(comparison.turns, () => {});
    return comparison.whole();
  });

  async function choose({ recording, part }: SideQuery, reply: FastifyReply): Promise<Chosen | undefined> {
    const shelved = library.find(recording);
    if (shelved) return { recording, part, steps: await kept.of(recording, shelved) };
    if (!reply.sent) await reply.code(404).send({ error: `there is no recording ${recording}` });
    return undefined;
  }

  done();
};

/** Undefined for a missing, repeated or unknown part. */
function sideOf(query: Query, side: 'left' | 'right'): SideQuery | undefined {
  const recording = query[side];
  const text = query[`${side}Part`];
  if (typeof recording !== 'string' || recording === '' || (text !== undefined && typeof text !== 'string'))
    return undefined;
  const part = parsePart(text);
  return part && { recording, part };
}
