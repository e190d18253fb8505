import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import type { Judged } from '../recordings/recording.ts';

/** The findings of one recording, for reports. */
export interface Checked extends Omit<Judged, 'troubles'> {
  readonly ref: string;
  /** The path as given; missing for a stored recording. */
  readonly file?: string;
  /** Findings in the baseline, left out of `findings`; missing without a baseline. */
  readonly known?: readonly Finding[];
  readonly rules: readonly Rule[];
}

/** A report over several recordings. Each method returns the next text; `gone`: known findings that did not recur. */
export interface Report {
  add(checked: Checked): string;
  end(gone: readonly string[]): string;
}
