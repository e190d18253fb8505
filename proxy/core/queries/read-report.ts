import { toRecordingReport } from '#core/fold/recording-report.ts';
import type { RecordingReport } from '#core/model/finding.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf } from '#core/rules/engine/judge-recording.ts';
import { createHopsJudge } from '#core/rules/engine/judge-hops.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { RecordingSource } from '../recording-source.ts';

/** Judges a recording, to count how often each rule was kept and broken. */
export async function readReport(
  { entries, summary: summaryOf }: Pick<RecordingSource, 'entries' | 'summary'>,
  ports: Pick<TimelinePorts, 'rest' | 'now'>,
): Promise<RecordingReport> {
  const trace = createTrace();
  const judge = createHopsJudge(catalogue);
  let last: Entry | undefined;
  const apply = (entry: Entry) => {
    judge.apply(trace.apply(entry), trace);
    last = entry;
  };
  await visitInSlices(entries(0), apply, ports);
  const summary = summaryOf();
  const end = summary ? endOf(summary) : 'live';
  if (end !== 'live' && last) judge.finish({ orderly: end === 'orderly', seq: last.seq, elapsed: last.elapsed }, trace);
  return toRecordingReport(judge.occasions());
}
