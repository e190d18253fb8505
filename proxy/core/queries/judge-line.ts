import { toDetail } from '#core/fold/entry-detail.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { createHopsJudge } from '#core/rules/engine/judge-hops.ts';
import { createTrace } from '#core/trace/trace.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { crossingsOf, receivedOf } from '#core/wire/crossings.ts';
import { opposite, type Entry, type Side } from '#core/wire/entry.ts';

/** The findings about a line if `from` wrote it now, after all frames that its receiver has read and written. */
export async function judgeLine(
  entries: Iterable<Entry>,
  from: Side,
  bytes: Uint8Array,
  ports: Pick<TimelinePorts, 'rest' | 'now'>,
): Promise<readonly FindingDetail[]> {
  const trace = createTrace();
  const judge = createHopsJudge(catalogue);
  let last: Entry | undefined;
  const apply = (entry: Entry) => {
    last = entry;
    return judge.apply(trace.apply(entry), trace);
  };
  await visitInSlices(receivedOf(crossingsOf(entries, opposite(from))), apply, ports);
  const seq = seqOf((last?.seq ?? -1) + 1);
  const findings = apply({ kind: 'frame', seq, elapsed: last?.elapsed ?? elapsedUs(0), from, bytes });
  return findings.filter((finding) => finding.seq === seq).map(toDetail);
}
