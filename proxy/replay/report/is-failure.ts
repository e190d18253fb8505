import type { ReplayReport } from '../model/replay-report.ts';

/**
 * Decides whether a replay failed: a divergence with `fail`, a missing or unrecorded message under `strict`, an error
 * of the client, or an error of the test's `frame()`.
 */
export function isFailure(
  { outcome, findings, unused, unplayed, unrecorded, failure }: ReplayReport,
  { onDivergence, strict }: { readonly onDivergence: 'fail' | 'follow'; readonly strict: boolean },
): boolean {
  if (typeof failure === 'string') return true;
  if (hasError(findings)) return true;
  if (outcome !== 'diverged') return strict && outcome === 'incomplete';
  return onDivergence === 'fail' || (strict && [unused, unplayed, unrecorded].some(({ length }) => length > 0));
}

/** Whether the client broke a rule. */
export const hasError = (findings: ReplayReport['findings']): boolean =>
  findings?.some(({ grade }) => grade === 'error') ?? false;
