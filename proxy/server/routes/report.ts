import type { FastifyPluginCallback } from 'fastify';
import { toReport } from '#core/fold/report.ts';
import type { RecordingReport } from '#core/model/finding.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf } from '#core/rules/engine/judge-recording.ts';
import { createJudge } from '#core/rules/engine/judge.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { inSlices } from '../in-slices.ts';
import type { Library, Shelved } from '../library.ts';

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
  await inSlices(store.read.entries(no), (entry) => {
    judge.apply(trace.apply(entry), trace);
    last = entry;
  });
  const summary = store.read.summary(no);
  const end = summary ? endOf(summary) : 'live';
  if (end !== 'live' && last) judge.finish({ orderly: end === 'orderly', seq: last.seq, at: last.at }, trace);
  return toReport(judge.occasions());
}
