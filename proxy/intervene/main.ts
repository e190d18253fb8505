import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts, needsMeaning } from '#core/intervene/frame-facts.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { printFault } from '#core/intervene/print-fault.ts';
import { AcptapError } from '#core/errors.ts';
import { compileRegex } from '../regex/linear-regex.ts';
import type { RunArguments } from '../shim/run-arguments.ts';
import type { Strategy } from '../shim/run.ts';
import { forwardFrames } from './forward-frames.ts';

/** Seeds that nobody gave have at most six digits, which are easy to copy. */
const SEEDS = 1_000_000;

/** The strategy of `run --fault`: reads frames, decides, then writes. Returns an error text when a fault is wrong. */
export function takePart({ faults: texts, seed = randomSeed() }: RunArguments): Strategy | { readonly error: string } {
  try {
    const faults = texts.map((text) => readFault(text, compileRegex));
    return {
      beginning: { event: 'taking-part', faults: faults.map(printFault), seed },
      forward: (pipes, recording) =>
        forwardFrames(pipes, recording, {
          factsOf: createFrameFacts(needsMeaning(faults)),
          decide: createDecider(faults, seed, compileRegex),
        }),
    };
  } catch (cause) {
    if (cause instanceof AcptapError) return { error: cause.message };
    throw cause;
  }
}

const randomSeed = (): number => Math.floor(Math.random() * SEEDS);
