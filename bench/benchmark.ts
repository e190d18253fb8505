import type { Figure } from './figures.ts';
import type { Programs } from './programs.ts';

/** One bench a file; its name is the argument on the command line. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  /** Runs only if it is named: it takes minutes. */
  readonly isLong?: true;
  /** Rejects when a run fails or a byte differs. */
  readonly run: (context: BenchContext) => Promise<Outcome>;
}

/** The environment of a bench. */
export interface BenchContext {
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  readonly programs: Programs;
  readonly rounds: number;
  readonly progress: (text: string) => void;
}

export interface Outcome {
  readonly figures?: readonly Figure[];
  /** Rows of an extra table; the first one is the head. */
  readonly table?: readonly (readonly string[])[];
  /** Why this bench cannot run here. */
  readonly skipped?: string;
  /** The error: a failed run, or a different byte. */
  readonly fault?: string;
}

/** Fewer rounds for long benches: the recorder ingests a million frames after each. */
export const fewer = (rounds: number): number => Math.ceil(rounds / 2);
