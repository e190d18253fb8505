/** The migration that made the table: never edited, as all that were released. */
export const BLOCK_TABLE = `
  -- The search index: what is in 256 successive entries of an ended recording, so that searches pass over most of them. Written by a
  -- process of its own (recorder/indexer.ts); entries without their block are searched one by one.
  CREATE TABLE block (
    place  INTEGER PRIMARY KEY,  -- entry.place of its first entry
    since  INTEGER NOT NULL,     -- the least time of its entries
    until  INTEGER NOT NULL,     -- the greatest
    filter BLOB    NOT NULL      -- Bloom filter of its texts and facts (store/block-filter.ts)
  ) STRICT;
  `;
