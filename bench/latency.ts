import type { Bench, BenchContext } from './benchmark.ts';
import { overWire, type Connection } from './connection.ts';
import { compare, percentile, type Figure, type Promised } from './figures.ts';
import { createComparison, requests, responses } from './lines.ts';
import { ALL_WIRES, alternate } from './wires.ts';

export interface Case {
  readonly what: string;
  readonly size: number;
  /** Round trips before counting, while the code is cold; start-up has its own bench. */
  readonly warmUp: number;
  readonly pings: number;
  /** Time between the starts of two round trips; 0 sends the next at once. */
  readonly everyMs: number;
  readonly p50?: Promised;
  readonly p99?: Promised;
}

const cases: readonly Case[] = [
  {
    // The smallest round trip: the recorder must recognise a busy wire by these bytes too.
    what: 'round trip, 90 B, 1,000 a second',
    size: 90,
    warmUp: 200,
    pings: 4000,
    everyMs: 1,
    p50: { atMost: 1.1 },
    p99: { atMost: 1.75 },
  },
  {
    what: 'round trip, 200 B, 1,000 a second',
    size: 200,
    warmUp: 200,
    pings: 10_000,
    everyMs: 1,
    p50: { atMost: 1.1 },
    p99: { atMost: 1.75 },
  },
  { what: 'round trip, 200 B, saturated', size: 200, warmUp: 200, pings: 10_000, everyMs: 0, p50: { atMost: 1.4 } },
  { what: 'round trip, 64 KiB, 1,000 a second', size: 65_536, warmUp: 100, pings: 1000, everyMs: 1 },
  { what: 'round trip, 64 KiB, saturated', size: 65_536, warmUp: 100, pings: 1000, everyMs: 0 },
];

export const latency: Bench = {
  name: 'latency',
  summary: 'round trips, one at a time',
  async run(context) {
    const figures: Figure[] = [];
    for (const each of cases) figures.push(...(await measureCase(context, each)));
    return { figures };
  },
};

async function measureCase(context: BenchContext, each: Case): Promise<Figure[]> {
  context.progress(`  ${each.what}`);
  const agent = [context.programs.echo, String(each.size)];
  const passed = each.warmUp + each.pings;
  const frames = { client: passed, agent: passed };
  const samples = await alternate(ALL_WIRES, context.rounds, (name) =>
    overWire(context, { name, agent, frames }, async (connection) => {
      const trips = await roundTrips(connection, each);
      return { p50: percentile(trips, 0.5), p99: percentile(trips, 0.99) };
    }),
  );
  const figure = (name: 'p50' | 'p99') =>
    compare(samples, (sample) => sample[name], {
      what: `${each.what}, ${name}`,
      unit: 'µs',
      by: 'ratio',
      ...(each[name] ? { promise: each[name] } : {}),
    });
  return [figure('p50'), figure('p99')];
}

/** The time of each round trip, in µs. */
export function roundTrips({ stdin, stdout }: Connection, { size, warmUp, pings, everyMs }: Case): Promise<number[]> {
  const request = requests(size);
  const received = createComparison(responses(size));
  const trips: number[] = [];
  const began = performance.now();
  let n = 0;
  let sentAt = 0;

  return new Promise((resolve, reject) => {
    const send = () => {
      if (everyMs > 0) sleepUntil(began + n * everyMs);
      const line = request(n);
      sentAt = performance.now();
      stdin.write(line);
    };
    stdout.on('data', (chunk: Buffer) => {
      const now = performance.now();
      if (received.take(chunk) === n) return; // part of an answer
      if (n >= warmUp) trips.push((now - sentAt) * 1000);
      n += 1;
      if (!received.isSame()) reject(new Error('the client received other bytes than were sent'));
      else if (n < warmUp + pings) send();
      else resolve(trips);
    });
    send();
  });
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps exactly by blocking: timers are accurate to a millisecond, and a busy loop would occupy a core. */
function sleepUntil(time: number): void {
  const ms = time - performance.now();
  if (ms > 0) Atomics.wait(never, 0, 0, ms);
}
