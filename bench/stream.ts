import type { Bench } from './benchmark.ts';
import { overWire } from './connection.ts';
import { compare } from './figures.ts';
import { floodRun, takeFlood } from './flood.ts';
import { ALL_WIRES, alternate } from './wires.ts';

const FRAMES = 200_000;

export const stream: Bench = {
  name: 'stream',
  summary: '200,000 notifications of 200 B, as fast as they are taken',
  async run(context) {
    const samples = await alternate(ALL_WIRES, context.rounds, (name) =>
      overWire(context, floodRun(context, name, FRAMES), (connection) => takeFlood(connection, FRAMES)),
    );
    const perSecond = ({ all }: { readonly all: number }) => FRAMES / (all / 1000);
    const promise = { atLeast: 0.5 };
    return {
      figures: [
        compare(samples, perSecond, { what: '200,000 notifications of 200 B', unit: '/s', by: 'ratio', promise }),
      ],
    };
  },
};
