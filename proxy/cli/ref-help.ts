/** The forms of a REF to the database, for help texts. */
export const STORED_REF =
  'a recording: its id or the beginning of its id, its name (the newest of that name), latest, latest~N';

/** The forms of a REF, for help texts. */
export const REF = `${STORED_REF}, an .acp.jsonl file, or - for a file on stdin`;
