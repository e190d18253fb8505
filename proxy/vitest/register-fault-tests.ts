import { inspect } from 'node:util';
import type { Entry } from '#core/wire/entry.ts';
import { replayAgent } from '../replay/as-agent.ts';
import { exampleFaults, toExample, type ExampleFault, type FaultKind } from '../replay/faults/example-faults.ts';
import { DEFAULT_SEED } from '../replay/faults/faults.ts';
import { fixture as loadFixture } from '../replay/fixture.ts';
import type { PlayableRecording } from '../replay/playbook/playable-recording.ts';
import type { ReplayedAgent, ReplayOptions } from '../replay/replayed-agent.ts';

/** The faults of `eachFault`, and the options of the replay. */
export interface EachFaultOptions extends Omit<ReplayOptions, 'faults' | 'seed' | 'test'> {
  /** Kinds of faults: `['drop', 'kill']`. Default: each kind that can touch a frame of the recording. */
  readonly kinds?: readonly FaultKind[];
  /** Faults to make in place of one example of each kind: `['drop 30% where method:session/update']`. */
  readonly faults?: readonly string[];
  /** Decides the random choices of the faults. Default: 1. */
  readonly seed?: number;
}

/** The arguments of a test under a fault. `Context` is the test runner's own context of a test. */
export interface UnderFault<Context> extends ExampleFault {
  /** The replayed agent, which has the fault. It is stopped when the test function has ended. */
  readonly agent: ReplayedAgent;
  readonly seed: number;
  readonly context: Context;
}

/** A path from the current folder, a URL, or what `fixture()` or `scenario()` gave. */
export type FaultFixture = string | URL | PlayableRecording;

/** The test function, with or without options before it. */
export type FaultArguments<Context> =
  | [test: (under: UnderFault<Context>) => void | Promise<void>]
  | [options: EachFaultOptions, test: (under: UnderFault<Context>) => void | Promise<void>];

/** How a test runner registers a group and a test. */
export interface Registrar<Context> {
  readonly describe: (name: string, body: () => Promise<void>) => void;
  readonly test: (name: string, body: (context: Context) => Promise<void>) => void;
}

/** Registers a test for each fault with a test runner. */
export function registerFaultTests<Context extends NonNullable<ReplayOptions['test']> & { skip(note: string): void }>(
  { describe, test: register }: Registrar<Context>,
  fixture: FaultFixture,
  [options, given]: FaultArguments<Context>,
): void {
  const { kinds, faults, seed = DEFAULT_SEED, ...replay } = typeof options === 'function' ? {} : options;
  const test = typeof options === 'function' ? options : given;
  if (typeof test !== 'function') throw new TypeError(`eachFault needs a test function, not ${inspect(test)}`);
  describe(`${nameOf(fixture)} under each fault`, async () => {
    const recording = typeof fixture === 'string' || fixture instanceof URL ? await loadFixture(fixture) : fixture;
    const entries = Array.from(recording.entries);
    for (const { kind, fault } of chosen(entries, kinds, faults))
      register(`${fault} (seed ${seed})`, async (context) => {
        const agent = replayAgent({ ...recording, entries }, { ...replay, faults: [fault], seed, test: context });
        let failure: { readonly cause: unknown } | undefined;
        try {
          await test({ agent, kind, fault, seed, context });
        } catch (cause) {
          failure = { cause };
        }
        agent.stop();
        const report = await agent.ended;
        if (report.faults?.every(({ touched }) => touched === 0)) return context.skip('the fault touched no frame');
        if (failure) throw failure.cause;
      });
  });
}

/** @throws {AcptapError} `bad-fault`. @throws {TypeError} when a kind cannot touch the recording. */
function chosen(
  entries: readonly Entry[],
  kinds: readonly FaultKind[] | undefined,
  faults: readonly string[] | undefined,
): readonly ExampleFault[] {
  const all = faults ? faults.map(toExample) : exampleFaults(entries);
  const missing = kinds?.find((kind) => all.every((each) => each.kind !== kind));
  if (missing !== undefined) {
    const known = [...new Set(all.map(({ kind }) => kind))];
    throw new TypeError(`eachFault has no fault of the kind ${inspect(missing)}: there are ${known.join(', ')}`);
  }
  return kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all;
}

const nameOf = (fixture: string | URL | PlayableRecording): string =>
  typeof fixture === 'string'
    ? fixture
    : fixture instanceof URL
      ? (fixture.pathname.split('/').at(-1) ?? '')
      : (fixture.file ?? fixture.id ?? 'a recording');
