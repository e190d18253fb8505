import { describe, expect, test } from 'vitest';
import { rounds } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { foundBefore, fuzz, tryInput } from './fuzz.ts';
import { targets } from './targets.ts';

/** In the gate the same inputs each time; a long run makes new ones, and its failures name the seed. */
const SEED = rounds(1, Date.now() % 1_000_000);

/**
 * Sets the number of inputs of each target, which is fixed, and in the name of each test: some seconds for all in the
 * gate, 10 minutes in a long run. Gate and long run: wire 90 and 5,850, recording file 300 and 19,500, fold 80 and
 * 5,200, spool 60 and 3,900, filter and control sequences 1,000 and 65,000 each, redactor 25 and 1,625, replay 60 and
 * 3,900, HTTP parameters 250 and 16,250.
 */
const SECONDS = rounds(1, 65);

const lastly = cleanUpAfterAll();

describe.each(targets)('$name', (target) => {
  const inputs = Math.round(SECONDS * target.perSecond);

  test('reads every input that broke it once', async () => {
    const run = await target.open(lastly);
    const broken: string[] = [];
    for (const [path, input] of foundBefore(target.name))
      await tryInput(run, input).catch((cause: unknown) => broken.push(`${path}: ${String(cause)}`));
    expect(broken).toEqual([]);
  });

  test(
    `holds what it promises for ${inputs} inputs that nobody would write`,
    { timeout: 240_000 * rounds(1, 15) },
    async () => {
      const run = await target.open(lastly);
      await expect(fuzz(target, run, SEED, inputs)).resolves.toBeUndefined();
    },
  );
});
