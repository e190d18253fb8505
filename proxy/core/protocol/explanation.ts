import { labelOf, type Issue } from './issue.ts';
import type { ProtocolVersion } from './methods.ts';

/** The most issues reported for one message; no one reads more. */
export const MAX_ISSUES = 32;

/** A place where receivers tolerate mistakes: they accept the message but lose the value at `pointer`. */
export interface Boundary {
  readonly pointer: string;
  readonly loses: string;
}

/** The state of a walk into a value, and the issues found so far. */
export interface Explanation {
  readonly version: ProtocolVersion;
  readonly issues: Issue[];
  readonly boundary: Boundary | undefined;
}

/** An issue without its grade. */
export type Mistake = Omit<Issue, 'grade'>;

/** Adds a mistake: `salvaged` inside a boundary, else `hard`. */
export function addMistake(to: Explanation, mistake: Mistake): void {
  const { boundary } = to;
  if (!boundary) return addIssue(to, { ...mistake, grade: 'hard' });
  const what = boundary.pointer === mistake.pointer ? 'it' : labelOf(boundary.pointer);
  addIssue(to, {
    ...mistake,
    grade: 'salvaged',
    message: `${mistake.message}; receivers ${boundary.loses.replace('%', what)}`,
  });
}

export function addIssue(to: Explanation, issue: Issue): void {
  if (to.issues.length < MAX_ISSUES) to.issues.push(issue);
}

/** Adds issues that were found separately. Hard ones are graded again, for their boundary. */
export function addGradedAgain(to: Explanation, issues: readonly Issue[]): void {
  for (const issue of issues)
    if (issue.grade === 'hard') addMistake(to, issue);
    else addIssue(to, issue);
}
