import type { Bench } from './benchmark.ts';
import { overWire } from './connection.ts';
import { compare, type Figure } from './figures.ts';
import { hugeRun, passHugeLines } from './huge.ts';
import { ALL_WIRES, alternate } from './wires.ts';

export const hugeline: Bench = {
  name: 'hugeline',
  summary: 'one line of 64 MiB in each direction',
  async run(context) {
    const samples = await alternate(ALL_WIRES, context.rounds, (name) =>
      overWire(context, hugeRun(context, name), passHugeLines),
    );
    // A different hash was rejected above.
    const same = (figure: Figure): Figure => ({ ...figure, promise: { text: 'same sha256', kept: true } });
    return {
      figures: [
        same(
          compare(samples, ({ fromAgent }) => fromAgent, {
            what: '64 MiB line from the agent',
            unit: 'ms',
            by: 'ratio',
          }),
        ),
        same(
          compare(samples, ({ fromClient }) => fromClient, {
            what: '64 MiB line to the agent',
            unit: 'ms',
            by: 'ratio',
          }),
        ),
      ],
    };
  },
};
