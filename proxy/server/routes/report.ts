import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FastifyPluginCallback } from 'fastify';
import type { RecordingReport } from '#core/contract/api.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { createJudge } from '#core/rules/judge.ts';
import { endOf } from '#core/rules/judge-recording.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Library, Shelved } from '../library.ts';

/** Entries judged before other requests and the live feed have their turn. */
const SLICE = 500;

/** How often each rule was kept and broken in a recording. */
export const reportRoute: FastifyPluginCallback<{ library: Library }> = (app, { library }, done) => {
  app.get<{ Params: { id: string } }>('/api/recordings/:id/report', async (request, reply) => {
    const shelved = library.find(request.params.id);
    if (!shelved) return reply.code(404).send({ error: `there is no recording ${request.params.id}` });
    return report(shelved);
  });
  done();
};

async function report({ store, no }: Shelved): Promise<RecordingReport> {
  const trace = createTrace();
  const judge = createJudge(catalogue);
  let last: Entry | undefined;
  for (const entry of store.read.entries(no)) {
    judge.apply(trace.apply(entry), trace);
    last = entry;
    if (entry.seq % SLICE === 0) await yieldToOthers();
  }
  const summary = store.read.summary(no);
  const end = summary ? endOf(summary) : 'live';
  if (end !== 'live' && last) judge.finish({ orderly: end === 'orderly', seq: last.seq, at: last.at }, trace);
  const occasions = judge.occasions();
  return {
    rules: catalogue.map(({ id, grade, requires, source }) => {
      const { kept, broken } = occasions.get(id) ?? { kept: 0, broken: 0 };
      return { id, grade, requires, source, kept, broken };
    }),
  };
}
