/** The migration that made the table: never edited, as all that were released. */
export const SHIPPED_TABLE = `
  -- What ship has sent of each recording to a collector. A fact.
  CREATE TABLE shipped (
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    target    TEXT    NOT NULL,                         -- address of the collector
    entries   INTEGER NOT NULL,                         -- how many of the first entries it has
    done      INTEGER NOT NULL CHECK (done IN (0, 1)),  -- it has the end of the recording too
    PRIMARY KEY (recording, target)  -- for: what a collector lacks of a recording
  ) STRICT, WITHOUT ROWID;
  `;
