const IDS = 'a recording: its id or the beginning of its id, its name (the newest of that name), latest';

/** The forms of a REF to the database, for help texts. */
export const STORED_REF = `${IDS} or latest~N`;

/** The forms of a REF without stdin, for help texts. */
export const FILE_REF = `${IDS}, latest~N or an .acp.jsonl file`;

/** The forms of a REF, for help texts. */
export const REF = `${IDS}, latest~N, an .acp.jsonl file, or - for a file on stdin`;
