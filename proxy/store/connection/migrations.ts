import { BLOCK_TABLE } from './block-table.ts';
import { SHIPPED_TABLE } from './shipped-table.ts';

/** Empties the derived tables of steps before the search index. */
const FOLD_AGAIN_WITHOUT_INDEX = `
  DELETE FROM digest; DELETE FROM message; DELETE FROM grp; DELETE FROM name;
  DELETE FROM turn; DELETE FROM tool_call; DELETE FROM finding; DELETE FROM figures;
`;

/** Empties all derived tables: for a step after which every recording is folded again from its entries. */
export const FOLD_AGAIN = `${FOLD_AGAIN_WITHOUT_INDEX} DELETE FROM axis; DELETE FROM block;`;

/**
 * The steps of the database. `migrations[n]` brings user_version n to n + 1. Forward only; never edit a released step.
 * Facts (`recording`, `entry`) are only ever added to. Everything else is derived from them by the folds of core. A
 * step that changes what is derived empties the tables (FOLD_AGAIN), or drops and makes them anew; a recording without
 * its row in `digest` is folded again from its entries (recorder/refold.ts). Numbers of entries (`seq`) count from 0
 * within a recording; times are microseconds since its start unless a comment says otherwise.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE recording (
    no          INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,  -- for: finding one by its id or a prefix of it
    name        TEXT,
    started_at  INTEGER NOT NULL,         -- milliseconds since the epoch
    ended_at    INTEGER,                  -- milliseconds since the epoch; NULL while live
    state       TEXT    NOT NULL CHECK (state IN ('live', 'ended', 'interrupted')),
    command     TEXT    NOT NULL,         -- JSON array of strings
    cwd         TEXT    NOT NULL,
    redacted    INTEGER NOT NULL CHECK (redacted IN (0, 1)),
    exit        TEXT,                     -- JSON: {"code": number or null, "signal": string or null}
    extra       TEXT,                     -- JSON object: header members of an imported file that this release does not know
    ingested    INTEGER NOT NULL,         -- bytes of the spool file that are in this database
    recorder    TEXT,                     -- JSON: who ingests it now, {"pid", "started"}
    importer    TEXT                      -- JSON: who is reading it from a file, {"pid", "started"}; nothing shows it until this is NULL
  ) STRICT;

  -- for: lists, newest first
  CREATE INDEX recording_by_start ON recording (started_at DESC);

  -- The key is recording.no * 2^32 + seq: one tree, filled in order, without a second index to keep (a tenth of the size).
  CREATE TABLE entry (
    place     INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    origin    INTEGER NOT NULL CHECK (origin BETWEEN 0 AND 3),  -- 0 client, 1 agent, 2 stderr, 3 process event
    bytes     BLOB    NOT NULL,                                 -- as on the wire, line end included; of an event its JSON
    extra     TEXT,                                             -- JSON object: members of an imported line that this release does not know
    recording INTEGER GENERATED ALWAYS AS (place >> 32) VIRTUAL,
    seq       INTEGER GENERATED ALWAYS AS (place & 4294967295) VIRTUAL
  ) STRICT;
  `,
  `
  -- As earlier builds made them.
  DROP TABLE IF EXISTS digest;
  DROP TABLE IF EXISTS message;
  DROP TABLE IF EXISTS grp;
  DROP TABLE IF EXISTS name;
  DROP TABLE IF EXISTS session;
  DROP TABLE IF EXISTS turn;
  DROP TABLE IF EXISTS tool_call;
  DROP TABLE IF EXISTS permission;
  DROP TABLE IF EXISTS finding;

  CREATE TABLE digest (
    recording        INTEGER PRIMARY KEY REFERENCES recording (no) ON DELETE CASCADE,
    rule_set         INTEGER NOT NULL,  -- version of the catalogue it was judged with
    protocol_version INTEGER,
    agent            TEXT,              -- JSON Implementation
    client           TEXT,              -- JSON Implementation
    total            INTEGER NOT NULL,  -- entries
    client_frames    INTEGER NOT NULL,
    agent_frames     INTEGER NOT NULL,
    stderr_pieces    INTEGER NOT NULL,
    errors           INTEGER NOT NULL,
    warnings         INTEGER NOT NULL,
    notes            INTEGER NOT NULL,
    revision         INTEGER NOT NULL,  -- grows with every transaction that changes what is known of it
    waiting          TEXT               -- JSON array of Waiting: the oldest open requests; NULL when there is none
  ) STRICT;

  -- Methods, session ids, variants of updates and statuses, written once. Removed with the last message that has them: a session id is
  -- part of a conversation.
  CREATE TABLE name (
    no   INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE  -- for: finding the number of a name while appending
  ) STRICT;

  -- What each entry means, of a frame its first message; same key as its entry.
  CREATE TABLE message (
    place     INTEGER PRIMARY KEY,
    kind      INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),  -- 0 request, 1 notification, 2 response, 3 error, 4 invalid, 5 stderr, 6 process event
    method    INTEGER,                                        -- name.no; of a response that of its request
    rpc_id    TEXT,                                           -- JSON text of the id, so that 1 and "1" differ
    session   INTEGER,                                        -- name.no
    pair      INTEGER,                                        -- seq of the other half of the exchange
    tool_call INTEGER,                                        -- tool_call.no
    summary   TEXT,                                           -- only where lists could not make it quickly of the frame itself
    grp       INTEGER NOT NULL,                               -- number of its group within the recording
    turn      INTEGER,                                        -- turn.number
    variant   INTEGER,                                        -- name.no: the sessionUpdate of a session/update
    status    INTEGER                                         -- name.no: of a request pending, ok or error; of its answer ok or error; the one an update sets
  ) STRICT;

  -- What the timeline shows as one thing (core/grouping). The key is recording.no * 2^32 + its number, which counts from 0.
  CREATE TABLE grp (
    place    INTEGER PRIMARY KEY,
    kind     INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 16),  -- in the order of GROUP_KINDS in entry-key.ts
    level    INTEGER NOT NULL CHECK (level BETWEEN 0 AND 2),
    parent   INTEGER,           -- number of its parent: a turn or a session
    turn     INTEGER,           -- turn.number
    session  INTEGER,           -- name.no
    title    TEXT,              -- NULL where it is the summary of its first entry
    status   TEXT,
    entries  INTEGER NOT NULL,
    first    INTEGER NOT NULL,  -- seq
    last     INTEGER NOT NULL,  -- seq
    until    INTEGER,           -- when it was over; NULL while it is open
    human    INTEGER NOT NULL,  -- microseconds of waiting for a person's answer
    client   INTEGER NOT NULL,  -- microseconds of waiting for other answers of the client
    findings INTEGER NOT NULL,  -- how many its entries have
    worst    INTEGER NOT NULL   -- 0 none, 1 note, 2 warning, 3 error
  ) STRICT;

  CREATE TABLE session (
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    id        TEXT    NOT NULL,
    brought   TEXT    NOT NULL,  -- the method that opened it
    cwd       TEXT,
    opened    INTEGER NOT NULL,  -- seq
    closed    INTEGER,           -- seq
    PRIMARY KEY (recording, id)  -- for: closing one while appending; all of a recording
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE turn (
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    number    INTEGER NOT NULL,  -- from 1 within the recording
    session   TEXT    NOT NULL,
    started   INTEGER NOT NULL,  -- seq
    ended     INTEGER,           -- seq
    outcome   TEXT,              -- stop reason, or 'error'
    PRIMARY KEY (recording, number)  -- for: ending one while appending; the turns of a recording, in order
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tool_call (
    no        INTEGER PRIMARY KEY,
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    session   TEXT    NOT NULL,
    id        TEXT    NOT NULL,
    title     TEXT,
    kind      TEXT,
    status    TEXT,
    opened    INTEGER NOT NULL,  -- seq
    updated   INTEGER NOT NULL,  -- seq
    UNIQUE (recording, session, id)  -- for: updating one while appending; all of a recording
  ) STRICT;

  CREATE TABLE permission (
    recording    INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    asked        INTEGER NOT NULL,  -- seq
    answered     INTEGER NOT NULL,  -- seq
    session      TEXT    NOT NULL,
    tool_call_id TEXT,
    chosen       TEXT,              -- id of the option, or 'cancelled'
    PRIMARY KEY (recording, asked)  -- for: adding one once; all of a recording
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE finding (
    no        INTEGER PRIMARY KEY,
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    rule      TEXT    NOT NULL,
    grade     TEXT    NOT NULL CHECK (grade IN ('error', 'warning', 'note')),
    side      TEXT    NOT NULL CHECK (side IN ('client', 'agent')),
    message   TEXT    NOT NULL,
    expected  TEXT,
    seen      TEXT,
    pointer   TEXT,
    related   TEXT    NOT NULL  -- JSON array of seq
  ) STRICT;

  -- for: the findings of the rows on screen
  CREATE INDEX finding_by_entry ON finding (recording, seq);
  `,
  `
  -- The figures of recordings that have ended, as their last transaction wrote them. One without is folded by whoever asks.
  CREATE TABLE figures (
    recording INTEGER PRIMARY KEY REFERENCES recording (no) ON DELETE CASCADE,
    stats     TEXT NOT NULL,  -- JSON Stats
    info      TEXT NOT NULL   -- JSON Info
  ) STRICT;
  `,
  `
  -- Figures have the tokens of each turn and of each session.
  DELETE FROM figures;
  `,
  `
  -- What an open group waits for, and since when: the time since then is not part of human and client yet.
  ALTER TABLE grp ADD COLUMN waiting_on TEXT CHECK (waiting_on IN ('human', 'client'));
  ALTER TABLE grp ADD COLUMN waiting_since INTEGER;
  -- The rule of the first of its worst findings.
  ALTER TABLE grp ADD COLUMN worst_rule TEXT;

  ${FOLD_AGAIN_WITHOUT_INDEX}
  `,
  `
  -- Frames above 64 MiB: their entries have only the beginning. One row for each, with what it lacks.
  CREATE TABLE cut (
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    bytes     INTEGER NOT NULL,  -- of the whole frame
    sha256    TEXT    NOT NULL,  -- of the whole frame
    frame     INTEGER,           -- piece.frame; NULL where the whole is not here: imported from a file that has only the beginning
    PRIMARY KEY (recording, seq)  -- for: what the rows of a list lack
  ) STRICT, WITHOUT ROWID;

  -- Joined in the order of no, the pieces of a frame are its bytes. They are written while the frame comes, before it has a seq.
  CREATE TABLE piece (
    no        INTEGER PRIMARY KEY,
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    frame     INTEGER NOT NULL,  -- counts the large frames of a recording from 0
    bytes     BLOB    NOT NULL
  ) STRICT;

  -- for: reading a frame; removing a recording
  CREATE INDEX piece_by_frame ON piece (recording, frame);
  `,
  `
  -- Written for each session and permission, and never read: the fold and the rows of messages have both.
  DROP TABLE session;
  DROP TABLE permission;
  `,
  `
  -- What a person added. Pruning keeps the recordings that have any of it.
  ALTER TABLE recording ADD COLUMN given_name TEXT;      -- by acptap name; shown instead of name, which run --name gave
  ALTER TABLE recording ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
  ALTER TABLE recording ADD COLUMN comments TEXT;        -- JSON array of strings; NULL without comments
  ALTER TABLE recording ADD COLUMN imported_at INTEGER;  -- milliseconds since the epoch; NULL where it was recorded here

  -- Of its entries, large frames in full.
  ALTER TABLE digest ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE digest SET bytes =
    (SELECT coalesce(sum(length(bytes)), 0) FROM entry WHERE place BETWEEN digest.recording << 32 AND (digest.recording << 32) + 4294967295) +
    (SELECT coalesce(sum(length(bytes)), 0) FROM piece WHERE piece.recording = digest.recording);
  `,
  `
  -- JSON array of Unfinished: what came since the last line end of each side; NULL where all lines have ended.
  ALTER TABLE recording ADD COLUMN unfinished TEXT;
  `,
  `
  -- In a recording with interventions, what became of each frame. A fact, as its entry. Without a row the frame was delivered as
  -- received, if the recording has no row at all, and else it is on its way.
  CREATE TABLE delivery (
    recording INTEGER NOT NULL REFERENCES recording (no) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    at        INTEGER,  -- NULL: not delivered
    bytes     BLOB,     -- NULL: those of the entry
    why       TEXT,     -- JSON array of Why; NULL for a frame that nothing touched
    PRIMARY KEY (recording, seq)  -- for: the deliveries of a range of entries
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The closed waits of a group in their order, as JSON array of Wait; NULL without any.
  ALTER TABLE grp ADD COLUMN waits TEXT;

  -- The time axis of each recording: bounded, however long the recording is.
  CREATE TABLE axis (
    recording INTEGER PRIMARY KEY REFERENCES recording (no) ON DELETE CASCADE,
    facts     TEXT NOT NULL,  -- JSON AxisFacts
    traffic   TEXT            -- JSON Traffic of its first entries; NULL if it counts none
  ) STRICT;

  ${FOLD_AGAIN_WITHOUT_INDEX}
  `,
  BLOCK_TABLE,
  `
  -- Figures have the distribution of durations, and the cost of each turn.
  DELETE FROM figures;
  `,
  SHIPPED_TABLE,
  `-- for: whether a recording has an entry with a comment, which keeps it from pruning. The comment is a member of entry.extra.
  CREATE INDEX entry_with_comment ON entry (place) WHERE extra IS NOT NULL;`,
  `
  -- The summary of a tool call's frame has what the frame brings, and what is waited for a response with another id.
  -- Kind and status of a call were never read.
  ${FOLD_AGAIN}
  ALTER TABLE tool_call DROP COLUMN kind;
  ALTER TABLE tool_call DROP COLUMN status;
  `,
  FOLD_AGAIN, // The stats have the first failed and the first open tool call, the time axis more silences.
  `
  -- How long a group waited only because acptap kept a frame. A column's CHECK goes with the column. Empties the table first.
  ${FOLD_AGAIN}
  ALTER TABLE grp ADD COLUMN acptap INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE grp DROP COLUMN waiting_on;
  ALTER TABLE grp ADD COLUMN waiting_on TEXT CHECK (waiting_on IN ('human', 'client', 'acptap'));
  `,
  FOLD_AGAIN, // The axis has the sessions, groups have other levels, and stats and waits split the time of open turns.
  FOLD_AGAIN, // The stats have the longest turns, and the time of all.
];
