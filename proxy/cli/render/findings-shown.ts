/**
 * How `show` prints findings. `auto`: errors and warnings in full below their entry, notes as tags in its line. `full`:
 * all in full. `tags`: all as tags, one line an entry. `none`: no findings.
 */
export const FINDINGS_SHOWN = ['auto', 'full', 'tags', 'none'] as const;
export type FindingsShown = (typeof FINDINGS_SHOWN)[number];
