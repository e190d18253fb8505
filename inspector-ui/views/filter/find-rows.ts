import type { HitCounts } from '../../state/filter/find.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import type { View } from '../view.ts';

/** The result of a search. */
export interface FindCounts {
  readonly hits: HitCounts | undefined;
  /** Number of places that the view shows, and the index of the one that the user is at. */
  readonly places: number;
  readonly place: number | undefined;
}

/** The count in the Find bar. `aside`: the number of places in sight, which need not belong to a hit. */
export interface FindStatus {
  readonly count: string;
  readonly aside: string;
}

export function toFindStatus(
  { hits, places, place }: FindCounts,
  view: Pick<View, 'isFiltered' | 'isWindowed' | 'hits'>,
  hasFilter: boolean,
): FindStatus {
  if (!hits) return { count: '', aside: '' };
  const shown = view.isWindowed ? `${formatCount(places)} in sight` : formatCounted(places, 'occurrence');
  const within = hasFilter && view.isFiltered ? ' in what the filter shows' : '';
  if (place !== undefined) return { count: `${formatCount(place + 1)} of ${shown}`, aside: '' };
  const where = view.isWindowed ? ' in what was recorded' : '';
  if (hits.count === 0) return { count: `Nothing found${within || where}`, aside: '' };
  const counted = `${formatCount(hits.ordinal)} of ${formatCounted(hits.count, ...view.hits)}${within}`;
  return { count: counted, aside: places === 0 ? '' : shown };
}
