import type { Bench, BenchContext } from './benchmark.ts';
import { overWire } from './connection.ts';
import { alone, median, percentile, type Figure, type Promised, type Unit } from './figures.ts';
import { floodRun, takeFlood } from './flood.ts';
import { roundTrips, type Case } from './latency.ts';
import { renderValue } from './render-results.ts';
import { alternate, type Samples, type WireName } from './wires.ts';

const WIRES: readonly WireName[] = ['bare', 'acptap', 'interactive', 'script'];

const FRAMES = 100_000;

const PACED: Case = { what: 'round trip, 200 B, 1,000 a second', size: 200, warmUp: 200, pings: 3000, everyMs: 1 };
const SATURATED: Case = { ...PACED, what: 'round trips, 200 B, saturated', everyMs: 0 };

/** A value of each wire in each round. */
interface Measured {
  readonly what: string;
  readonly unit: Unit;
  readonly samples: Samples<number>;
  /** Of `--interactive` beside the raw path. */
  readonly promise?: Promised;
}

export const takePart: Bench = {
  name: 'take-part',
  summary: 'acptap run --interactive and --script with nothing to do, beside the raw path',
  async run(context) {
    const paced = await trips(context, PACED);
    const saturated = await trips(context, SATURATED);
    const floods = await floodsOver(context);
    const measured: readonly Measured[] = [
      { what: `${PACED.what}, p50`, unit: 'µs', samples: each(paced, 'p50'), promise: { atMost: 1.3 } },
      { what: `${PACED.what}, p99`, unit: 'µs', samples: each(paced, 'p99') },
      { what: SATURATED.what, unit: '/s', samples: each(saturated, 'perSecond'), promise: { atLeast: 0.4 } },
      { what: 'notifications of 200 B', unit: '/s', samples: each(floods, 'perSecond'), promise: { atLeast: 0.4 } },
      { what: 'peak memory after them', unit: 'MiB', samples: each(floods, 'mib') },
    ];
    return { figures: measured.flatMap(figuresOf), table: [HEAD, ...measured.map(rowOf)] };
  },
};

const HEAD = ['what', 'bare pipe', 'acptap run', '--interactive', '--script', '--interactive ÷ raw', '--script ÷ raw'];

async function trips(context: BenchContext, one: Case) {
  context.progress(`  ${one.what}`);
  const agent = [context.programs.echo, String(one.size)];
  const passed = one.warmUp + one.pings;
  return alternate(WIRES, context.rounds, (name) =>
    overWire(context, { name, agent, frames: { client: passed, agent: passed } }, async (connection) => {
      const times = await roundTrips(connection, one);
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), perSecond: 1_000_000 / mean };
    }),
  );
}

async function floodsOver(context: BenchContext) {
  context.progress(`  ${FRAMES} notifications`);
  return alternate(WIRES, context.rounds, (name) =>
    overWire(context, floodRun(context, name, FRAMES), async (connection) => {
      const { all } = await takeFlood(connection, FRAMES);
      return {
        perSecond: FRAMES / (all / 1000),
        mib: process.platform === 'linux' ? connection.peakMemory() : Number.NaN,
      };
    }),
  );
}

const each = <Name extends string>(
  samples: Samples<{ readonly [name in Name]: number }>,
  name: Name,
): Samples<number> =>
  Object.fromEntries(WIRES.map((wire) => [wire, (samples[wire] ?? []).map((sample) => sample[name])]));

/** The ratio to the raw path in each round. */
const besideRaw = (samples: Samples<number>, name: WireName): readonly number[] =>
  (samples[name] ?? []).map((value, round) => value / (samples.acptap?.[round] ?? Number.NaN));

const figuresOf = ({ what, samples, promise }: Measured): readonly Figure[] => [
  alone(`${what}: --interactive ÷ raw path`, '×', besideRaw(samples, 'interactive'), promise),
  alone(`${what}: --script ÷ raw path`, '×', besideRaw(samples, 'script')),
];

const rowOf = ({ what, unit, samples }: Measured): readonly string[] => [
  what,
  ...WIRES.map((wire) => renderValue(median(samples[wire] ?? []), unit)),
  ...(['interactive', 'script'] as const).map((wire) => renderValue(median(besideRaw(samples, wire)), '×')),
];
