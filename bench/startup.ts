import { once } from 'node:events';
import type { Bench } from './benchmark.ts';
import { overWire } from './connection.ts';
import { compare } from './figures.ts';
import { requests, responses } from './lines.ts';
import { ALL_WIRES, alternate } from './wires.ts';

const SIZE = 200;

/** More rounds, because start-ups are short and vary much. */
const TIMES_AS_MANY = 5;

export const startup: Bench = {
  name: 'startup',
  summary: "from spawn to the agent's first answer",
  async run(context) {
    const agent = [context.programs.echo, String(SIZE)];
    const frames = { client: 1, agent: 1 };
    const samples = await alternate(ALL_WIRES, context.rounds * TIMES_AS_MANY, (name) =>
      overWire(context, { name, agent, frames }, async ({ stdin, stdout, startedAt }) => {
        stdin.write(requests(SIZE)(0));
        const [answer] = (await once(stdout, 'data')) as [Buffer];
        const ms = performance.now() - startedAt;
        if (!answer.equals(responses(SIZE)(0))) throw new Error('the client received other bytes than were sent');
        return ms;
      }),
    );
    const promise = { atMost: 5 };
    return {
      figures: [
        compare(samples, (ms) => ms, {
          what: 'start-up, spawn to first answer',
          unit: 'ms',
          by: 'difference',
          promise,
        }),
      ],
    };
  },
};
