/**
 * How bad a broken rule is. `error`: a MUST is broken, or receivers reject the frame. `warning`: a SHOULD is broken, or
 * receivers silently drop or replace something. `note`: worth knowing.
 */
export type Grade = (typeof GRADES)[number];

/** The worst first. */
export const GRADES = ['error', 'warning', 'note'] as const;

/** The worst grade of several findings by rank, null for no findings. The database keeps the index. */
export const RANKS = [null, 'note', 'warning', 'error'] as const satisfies readonly (Grade | null)[];

/** A grade and all worse grades. */
export const fromGrade = (grade: Grade): readonly Grade[] => GRADES.slice(0, GRADES.indexOf(grade) + 1);

export const worstGrade = (found: readonly { readonly grade: Grade }[]): Grade | undefined =>
  GRADES.find((grade) => found.some((each) => each.grade === grade));

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
