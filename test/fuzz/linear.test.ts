import { afterAll, expect, test } from 'vitest';
import { rounds } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { tryInput } from './fuzz.ts';
import { openStepCounter } from './step-counter.ts';
import type { Target } from './target.ts';
import { targets } from './targets.ts';

const lastly = cleanUpAfterAll();

/** V8 counts the blocks of those functions only that it compiles later: nothing of acptap may have run before. */
const counter = openStepCounter();
afterAll(() => counter.close());

/** `times` times a line of a seed, and an input of one line that long. */
function grown({ seeds, words }: Target, times: number): readonly Uint8Array[] {
  const [seed = new Uint8Array()] = seeds();
  const [header = '', line = header] = Buffer.from(seed)
    .toString('latin1')
    .split(/(?<=\n)/);
  return [header + line.repeat(times), header + words.join('').repeat(times)].map((text) =>
    Buffer.from(text, 'latin1'),
  );
}

test.each(targets.filter(({ isLinear }) => isLinear))(
  'the work of $name grows with its input and no faster',
  async (target) => {
    const run = await target.open(lastly);
    const stepsFor = async (times: number) => {
      const steps: number[] = [];
      for (const input of grown(target, times)) {
        counter.steps();
        await tryInput(run, input).catch(() => {}); // the tests above cover small inputs
        steps.push(counter.steps());
      }
      return steps;
    };
    const size = rounds(30, 100);
    await stepsFor(size / 2);
    const [once, twice] = [await stepsFor(size), await stepsFor(2 * size)];
    for (const [index, steps] of once.entries())
      expect(twice[index], `input ${index}`).toBeLessThan(2.1 * steps + 1000);
  },
);
