import { fewer, type Bench } from './benchmark.ts';
import { overWire } from './connection.ts';
import { compare, type Promised } from './figures.ts';
import { floodRun, takeFlood, type Flood } from './flood.ts';
import { ALL_WIRES, alternate } from './wires.ts';

const FRAMES = 1_000_000;

/** "Constant", with a margin for noise. A cost that grows with the session's length gives ten or more. */
const CONSTANT: Promised = { atMost: 1.25 };

export const longSession: Bench = {
  name: 'long-session',
  summary: 'a million notifications: does the last tenth cost what the first did?',
  async run(context) {
    const samples = await alternate(ALL_WIRES, fewer(context.rounds), (name) =>
      overWire(context, floodRun(context, name, FRAMES), (connection) => takeFlood(connection, FRAMES)),
    );
    const growth = ({ firstTenth, lastTenth }: Flood) => lastTenth / firstTenth;
    const perSecond = (tenth: number) => FRAMES / 10 / (tenth / 1000);
    const what = '1 M notifications';
    return {
      figures: [
        compare(samples, (flood) => perSecond(flood.firstTenth), {
          what: `${what}, first tenth`,
          unit: '/s',
          by: 'ratio',
        }),
        compare(samples, (flood) => perSecond(flood.lastTenth), {
          what: `${what}, last tenth`,
          unit: '/s',
          by: 'ratio',
        }),
        compare(samples, growth, {
          what: `${what}, cost of the last tenth ÷ first`,
          unit: '×',
          by: 'nothing',
          promise: CONSTANT,
        }),
      ],
    };
  },
};
