import type { Figure } from './figures.ts';
import type { Programs } from './programs.ts';

/** One file a bench; its name is what is typed on the command line. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  /** Rejects when a run fails or a byte differs. */
  readonly run: (context: BenchContext) => Promise<Outcome>;
}

/** What a bench is given. */
export interface BenchContext {
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  readonly programs: Programs;
  readonly rounds: number;
  readonly progress: (text: string) => void;
}

export interface Outcome {
  readonly figures?: readonly Figure[];
  /** Rows of a table of its own, the first one its head. */
  readonly table?: readonly (readonly string[])[];
  /** Why there is nothing to measure here. */
  readonly skipped?: string;
  /** What went wrong: a run that failed, a byte that differed. */
  readonly fault?: string;
}

/** For benches whose runs take long: the recorder puts a million frames into the database after each. */
export const fewer = (rounds: number): number => Math.ceil(rounds / 2);
