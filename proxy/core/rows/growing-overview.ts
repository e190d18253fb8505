import { createHistogram, type Histogram } from '#core/grouping/histogram.ts';
import { includesNumber, type NumberList } from '#core/grouping/number-list.ts';
import { createSliceSizes } from './slice-sizes.ts';
import type { LaneCount, TimelinePorts, TimelineSource } from './timeline-source.ts';

/** How many findings to read before other work can run. */
const FINDINGS = 5000;

type OverviewSource = Pick<TimelineSource, 'passed' | 'foundAfter' | 'axis'>;
type OverviewPorts = Pick<TimelinePorts, 'rest' | 'now'>;

/** A histogram of a whole recording that grows with it. */
export interface GrowingOverview {
  readonly histogram: Histogram;
  /** Counts entries up to `total`, and new findings. */
  readonly refresh: (total: number) => Promise<void>;
  readonly bytes: () => number;
}

export function createGrowingOverview(source: OverviewSource, ports: OverviewPorts): GrowingOverview {
  const { traffic } = source.axis();
  const histogram = createHistogram(traffic);
  const slices = createSliceSizes(ports.now);
  let upTo = traffic?.total ?? 0;
  let finding = 0;
  let running: Promise<void> | undefined;

  async function run(total: number): Promise<void> {
    while (upTo < total) {
      const to = Math.min(upTo + slices.size(), total);
      slices.measure(() => add(histogram, source.passed(histogram.width(), { from: upTo, to })));
      upTo = to;
      if (upTo < total) await ports.rest();
    }
    finding = await addFindings(source, ports, histogram, finding, () => true);
  }

  return {
    histogram,
    refresh: (total) => (running ??= run(total).finally(() => (running = undefined))),
    bytes: () => 200_000, // a histogram with the most buckets, about
  };
}

/** A histogram of selected entries. */
export async function readOverview(
  source: OverviewSource,
  ports: OverviewPorts,
  seqs: NumberList,
  isWanted: () => boolean,
): Promise<Histogram> {
  const histogram = createHistogram();
  const slices = createSliceSizes(ports.now);
  for (let index = 0; index < seqs.length && isWanted();) {
    const count = Math.min(slices.size(), seqs.length - index);
    const some = Array.from({ length: count }, (_, offset) => seqs.at(index + offset));
    slices.measure(() => add(histogram, source.passed(histogram.width(), { seqs: some })));
    index += count;
    await ports.rest();
  }
  await addFindings(source, ports, histogram, 0, (seq) => includesNumber(seqs, seq));
  return histogram;
}

function add(histogram: Histogram, passed: readonly LaneCount[]): void {
  for (const { at, from, count, seq } of passed) if (from !== 'event') histogram.add(at, from, count, seq);
}

async function addFindings(
  source: OverviewSource,
  ports: OverviewPorts,
  histogram: Histogram,
  after: number,
  isShown: (seq: number) => boolean,
): Promise<number> {
  for (let last = after; ; await ports.rest()) {
    const found = source.foundAfter(last, FINDINGS);
    for (const { seq, grade, at } of found) if (isShown(seq)) histogram.grade(at, grade, seq);
    last = found.at(-1)?.no ?? last;
    if (found.length < FINDINGS) return last;
  }
}
