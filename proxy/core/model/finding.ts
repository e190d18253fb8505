export type Grade = 'error' | 'warning' | 'note';

export interface FindingDetail {
  readonly rule: string;
  readonly grade: Grade;
  /** The side at fault. */
  readonly side: 'client' | 'agent';
  readonly seq: number;
  /** The earlier entries that this one contradicts. */
  readonly related: readonly number[];
  /** JSON pointer into the frame, when one place is at fault. */
  readonly pointer: string | null;
  readonly message: string;
  readonly expected: string | null;
  readonly seen: string | null;
  /** Address of the page in the specification. */
  readonly source: string;
  /** The requirement in acptap's words. */
  readonly requires: string;
  /** The behaviour of real peers on such a frame. */
  readonly peers: string;
}

/** How often a recording kept and broke one rule. Both 0: the rule was not exercised, which is never a pass. */
export interface RuleReport {
  readonly id: string;
  readonly grade: Grade;
  readonly requires: string;
  readonly source: string;
  readonly kept: number;
  readonly broken: number;
}

/** Every rule, in the order of the catalogue. */
export interface RecordingReport {
  readonly rules: readonly RuleReport[];
}
