import { CLI, type Programs } from './programs.ts';

/** The process between the client and the agent. `interactive` and `script`: acptap, which takes part. */
export type WireName = 'direct' | 'bare' | 'acptap' | 'interactive' | 'script';

export interface Wire {
  readonly name: WireName;
  /** Words before the agent's command. */
  readonly prefix: readonly string[];
}

const prefixes: Readonly<Record<WireName, (programs: Programs) => readonly string[]>> = {
  direct: () => [],
  bare: ({ barePipe }) => [process.execPath, barePipe],
  acptap: () => [process.execPath, CLI, 'run', '--'],
  interactive: () => [process.execPath, CLI, 'run', '--interactive', '--'],
  script: ({ passFrames }) => [process.execPath, CLI, 'run', '--script', passFrames, '--'],
};

export const wire = (name: WireName, programs: Programs): Wire => ({ name, prefix: prefixes[name](programs) });

/** One measurement a round for each wire. Sample k of one wire was taken beside sample k of the others. */
export type Samples<T> = { readonly [name in WireName]?: readonly T[] };

/** Measures the wires alternately, every other round in reverse, so that other load affects all of them. */
export async function alternate<T>(
  names: readonly WireName[],
  rounds: number,
  measure: (name: WireName) => Promise<T>,
): Promise<Samples<T>> {
  const samples: Partial<Record<WireName, T[]>> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) (samples[name] ??= []).push(await measure(name));
  return samples;
}

export const ALL_WIRES: readonly WireName[] = ['direct', 'bare', 'acptap'];

/** Wires with a process of their own. */
export const PROXIES: readonly WireName[] = ['bare', 'acptap'];
