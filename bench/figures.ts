import type { Samples, WireName } from './wires.ts';

/** `''` for plain counts. */
export type Unit = 'µs' | 'ms' | 'MiB' | '/s' | '×' | '';

/** One line of the report: medians of the rounds. */
export interface Figure {
  readonly what: string;
  readonly unit: Unit;
  readonly direct?: number;
  readonly bare?: number;
  readonly acptap: number;
  /** The comparison with the bare pipe. */
  readonly beside?: Beside;
  readonly promise?: { readonly text: string; readonly kept: boolean };
}

/**
 * A ratio (`×`) or a difference: the median over the rounds, with least and most. So it is not exactly the quotient of
 * the columns.
 */
export interface Beside {
  readonly unit: Unit;
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

interface Comparison {
  readonly what: string;
  readonly unit: Unit;
  /** How acptap is compared with the bare pipe. `nothing`: not at all. */
  readonly by: 'ratio' | 'difference' | 'nothing';
  readonly promise?: Promised;
}

/** The promised bounds of the comparison, or, without one, of acptap's own value. */
export interface Promised {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Compares the wires. `pick` takes the value from a sample. */
export function compare<T>(samples: Samples<T>, pick: (sample: T) => number, comparison: Comparison): Figure {
  const { what, unit, by, promise } = comparison;
  const numbers = (name: WireName) => (samples[name] ?? []).map(pick);
  const beside = by === 'nothing' ? undefined : putBeside(numbers('acptap'), numbers('bare'), unit, by);
  const acptap = median(numbers('acptap'));
  return {
    what,
    unit,
    ...(samples.direct ? { direct: median(numbers('direct')) } : {}),
    bare: median(numbers('bare')),
    acptap,
    ...(beside ? { beside } : {}),
    ...(promise ? { promise: judge(promise, beside?.value ?? acptap, beside?.unit ?? unit) } : {}),
  };
}

function putBeside(acptap: readonly number[], bare: readonly number[], unit: Unit, by: 'ratio' | 'difference'): Beside {
  const rounds = acptap.map((value, round) => {
    const floor = bare[round] ?? Number.NaN;
    return by === 'ratio' ? value / floor : value - floor;
  });
  return {
    unit: by === 'ratio' ? '×' : unit,
    value: median(rounds),
    least: Math.min(...rounds),
    most: Math.max(...rounds),
  };
}

/** A value of acptap without a comparison. */
export function alone(what: string, unit: Unit, samples: readonly number[], promised?: Promised): Figure {
  const acptap = median(samples);
  return { what, unit, acptap, ...(promised ? { promise: judge(promised, acptap, unit) } : {}) };
}

/** Judges the printed value with two decimals. */
function judge({ atMost, atLeast }: Promised, value: number, unit: Unit): { text: string; kept: boolean } {
  const printed = Math.round(value * 100) / 100;
  if (atMost !== undefined) return { text: `≤ ${atMost} ${unit}`, kept: printed <= atMost };
  return { text: `≥ ${atLeast} ${unit}`, kept: printed >= (atLeast ?? Number.NaN) };
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

/** The value that `share` (0 to 1) of the values do not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? Number.NaN;
};
