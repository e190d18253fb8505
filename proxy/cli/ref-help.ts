/** What a REF is, for help texts. */
export const REF =
  'a recording: its id or the beginning of it, latest, latest~N, an .acp.jsonl file, or - for one on stdin';
