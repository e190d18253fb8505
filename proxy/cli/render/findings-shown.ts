/**
 * How `show` prints findings. `auto`: errors and warnings written out below their entry, notes as tags in its line. `full`: all written
 * out. `tags`: all as tags, one line an entry. `none`: not at all.
 */
export const FINDINGS_SHOWN = ['auto', 'full', 'tags', 'none'] as const;
export type FindingsShown = (typeof FINDINGS_SHOWN)[number];
