import { worseFirst } from '#core/compare/run-difference.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { RunBefore } from '../../state/recordings/run-changes.ts';
import { renderRoute } from '../../state/page/route.ts';
import type { ComparedSides } from '../../state/shell/comparing.ts';
import { differencesFrom } from '../recordings/change-rows.ts';

/** A difference between two whole runs, as the badge of the list claims it. */
export interface ClaimRow {
  /** `+2 errors, −2 warnings`, `First chunk 7.4× slower: median 901 ms, before 122 ms` */
  readonly text: string;
  readonly isWorse: boolean;
  /** Links to the findings of both runs; empty for other claims. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/**
 * Returns the claims of the badge for the previous run, what got worse first. For another run only its findings are known.
 * Empty for parts of recordings, which have no badge.
 */
export function toClaimRows(
  { before, now }: ComparedSides,
  own: RecordingSummary,
  all: readonly RecordingSummary[],
  known: RunBefore | undefined,
): readonly ClaimRow[] {
  const previous = all.find(({ id }) => id === before.recording);
  if (!previous || before.part.kind !== 'all' || now.part.kind !== 'all') return [];
  const change = known?.previous.id === previous.id ? known.change : undefined;
  return worseFirst(differencesFrom(own, { previous, change })).map(({ about, label, isWorse }) => ({
    text: label.charAt(0).toUpperCase() + label.slice(1),
    isWorse,
    links: about === 'findings' ? [findingsOf(own.id, 'findings now'), findingsOf(previous.id, 'findings before')] : [],
  }));
}

const findingsOf = (recording: string, label: string) => ({
  label,
  href: renderRoute({ recording, view: 'findings' }),
});
