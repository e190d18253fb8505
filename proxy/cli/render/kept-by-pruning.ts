/** The recordings that pruning never removes, in words: `recordings that are … or live`. */
export const KEPT_BY_PRUNING = 'younger than 24 hours, pinned, named, commented';
