import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutated, pick, seeded } from './mutate.ts';
import type { Run, Target } from './target.ts';

/** The most runs that look for a shorter input with the same failure. */
const SHRINKING_RUNS = 300;

/** The inputs that broke this target once, by file name. */
export const foundBefore = (name: string) =>
  globSync(`test/fuzz/found/${name}/*`)
    .toSorted()
    .map((path) => [path, readFileSync(path)] as const);

/** Seeded by the input, so that a kept input does the same in each run. */
const randomOf = (input: Uint8Array) => seeded(createHash('sha256').update(input).digest().readUInt32LE());

export const tryInput = async (run: Run, input: Uint8Array): Promise<void> => run(input, randomOf(input));

/**
 * Runs a target with its seeds and with so many inputs made from them. The same seed makes the same inputs.
 * @throws the target's error, with the shortest input that causes it. The input is kept, and tried in every later run.
 */
export async function fuzz({ name, seeds, words }: Target, run: Run, seed: number, runs: number): Promise<void> {
  const random = seeded(seed);
  const pool: Buffer[] = seeds().map((bytes) => Buffer.from(bytes));
  const most = pool.length + 200;
  for (let index = 0; index < runs; index++) {
    const input = pool[index] ?? mutated(pick(pool, random), pick(pool, random), words, random);
    const failure = await failureOf(run, input);
    if (failure) throw await kept(name, run, input, failure, seed);
    // Changed inputs are changed again. Old ones are replaced, which limits their number.
    if (index < pool.length || random(4) > 0) continue;
    if (pool.length < most) pool.push(input);
    else pool[most - 1 - random(200)] = input;
  }
}

async function failureOf(run: Run, input: Uint8Array): Promise<Error | undefined> {
  try {
    await tryInput(run, input);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause), { cause });
  }
}

async function kept(name: string, run: Run, input: Buffer, failure: Error, seed: number): Promise<Error> {
  const shortest = await shrunk(run, input, failure);
  const folder = join('test/fuzz/found', name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, createHash('sha256').update(shortest).digest('hex').slice(0, 12));
  writeFileSync(path, shortest);
  return new Error(
    `${name} (seed ${seed}): ${failure.message}\nfor the input in ${path}: ${JSON.stringify(shortest.toString('latin1')).slice(0, 400)}`,
    { cause: failure },
  );
}

/** A shorter input that fails the same way. */
async function shrunk(run: Run, input: Buffer, { message }: Error): Promise<Buffer> {
  const kind = message.slice(0, 30);
  let best = input;
  let left = SHRINKING_RUNS;
  for (let size = best.length >> 1; size > 0 && left > 0; size >>= 1)
    for (let start = 0; start < best.length && left > 0; left--) {
      const shorter = Buffer.concat([best.subarray(0, start), best.subarray(start + size)]);
      const failure = await failureOf(run, shorter);
      if (failure?.message.startsWith(kind)) best = shorter;
      else start += size;
    }
  return best;
}
