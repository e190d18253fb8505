/**
 * How alike a live message must be to the recorded one.
 * - `method`: the same method (for an answer: a result for a result).
 * - `normalised`: the same after joining text, collapsing white space, mapping folders, and ignoring volatile members
 * and the content of embedded files.
 * - `exact`: the same after mapping ids and folders.
 */
export type MatchLevel = 'method' | 'normalised' | 'exact';

export type MatchLevels = Readonly<Record<string, MatchLevel>>;
