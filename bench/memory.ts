import { fewer, type Bench, type BenchContext } from './benchmark.ts';
import { overWire, type Connection, type Run } from './connection.ts';
import { compare, type Figure } from './figures.ts';
import { floodRun, takeFlood } from './flood.ts';
import { hugeRun, passHugeLines } from './huge.ts';
import { alternate, PROXIES, type WireName } from './wires.ts';

const FRAMES = 1_000_000;

export const memory: Bench = {
  name: 'memory',
  summary: "the shim's peak resident memory",
  async run(context) {
    if (process.platform !== 'linux') return { skipped: 'peak memory is read from /proc, which only Linux has' };
    const what = 'peak memory of the proxy';
    return {
      figures: [
        await peak(context, `${what}, 64 MiB line both ways`, hugeRun, passHugeLines),
        await peak(
          context,
          `${what}, 1 M notifications`,
          (_, name) => floodRun(context, name, FRAMES),
          (connection) => takeFlood(connection, FRAMES),
        ),
      ],
    };
  },
};

async function peak(
  context: BenchContext,
  what: string,
  runOf: (context: BenchContext, name: WireName) => Run,
  traffic: (connection: Connection) => Promise<unknown>,
): Promise<Figure> {
  context.progress(`  ${what}`);
  const samples = await alternate(PROXIES, fewer(context.rounds), (name) =>
    overWire(context, runOf(context, name), async (connection) => {
      await traffic(connection);
      return connection.peakMemory();
    }),
  );
  return compare(samples, (mib) => mib, { what, unit: 'MiB', by: 'ratio', promise: { atMost: 1.2 } });
}
