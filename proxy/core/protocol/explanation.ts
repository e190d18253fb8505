import { labelOf, type Issue } from './issue.ts';
import type { ProtocolVersion } from './methods.ts';

/** More mistakes in one message are not worth the reader's time. */
export const MOST_ISSUES = 32;

/** Where mistakes do not make receivers refuse the message, but lose what is at `pointer`. */
export interface Boundary {
  readonly pointer: string;
  readonly loses: string;
}

/** What is known on the way into a value, and the issues found so far. */
export interface Explanation {
  readonly version: ProtocolVersion;
  readonly issues: Issue[];
  readonly boundary: Boundary | undefined;
}

/** A mistake before it is known how bad it is. */
export type Mistake = Omit<Issue, 'grade'>;

/** A mistake is hard, unless receivers have a way out. */
export function report(to: Explanation, mistake: Mistake): void {
  const { boundary } = to;
  if (!boundary) return note(to, { ...mistake, grade: 'hard' });
  const what = boundary.pointer === mistake.pointer ? 'it' : labelOf(boundary.pointer);
  note(to, {
    ...mistake,
    grade: 'salvaged',
    message: `${mistake.message}; receivers ${boundary.loses.replace('%', what)}`,
  });
}

export function note(to: Explanation, issue: Issue): void {
  if (to.issues.length < MOST_ISSUES) to.issues.push(issue);
}

/** Passes on what was found apart: graded anew where it would have been hard. */
export function passOn(to: Explanation, issues: readonly Issue[]): void {
  for (const issue of issues)
    if (issue.grade === 'hard') report(to, issue);
    else note(to, issue);
}
