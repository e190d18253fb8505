/** The recording of a condition, and the values of its parameters. */
export interface Context {
  readonly no: number;
  /** Adds a value; returns its placeholder. */
  readonly parameter: (value: string | number) => string;
}

/** Texts come out of SQLite three times as fast as bytes, and are decoded like `searchedText`. */
export const ENTRY_TEXT = 'CAST(e.bytes AS TEXT)';
/** SQL: the method of the request that a response answers; NULL for other messages, whose bytes have their method. */
export const ANSWERED = 'CASE WHEN m.kind IN (2, 3) THEN (SELECT text FROM name WHERE no = m.method) END';

/**
 * The most frequent updates. Their summaries consist of strings of the frame and of the tool call's title, without
 * other letters in between (`describe` of core/protocol). So a word in neither is not in the summary.
 */
export const SUMMARISED_BY_TEXT = [
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
] as const;

const IS_SUMMARISED_BY_TEXT = `m.variant IN (SELECT no FROM name WHERE text IN (${SUMMARISED_BY_TEXT.map((variant) => `'${variant}'`).join(', ')}))`;

/**
 * The condition for a bare word: it is in the method, the text, or the summary. Making a summary is ten times as slow
 * as searching the text. So the most frequent updates get one only if a run of the word's letters is in text or title.
 */
export function textSearchSql(text: string, { parameter }: Context): string {
  const word = parameter(text);
  const method = `(m.method IN (SELECT no FROM name WHERE filter_holds(text, ${word}))) IS TRUE`;
  const madeOf = (body: string) => `filter_summary(${body}, ${word}, e.origin, ${ANSWERED}, tool_call.title)`;
  const made = `COALESCE(${madeOf(ENTRY_TEXT)}, ${madeOf('e.bytes')})`;
  const letters = longestRun(text);
  if (letters === '') return `(${method} OR filter_text(${ENTRY_TEXT}, ${word}) OR ${summary(made)})`;
  const run = parameter(letters);
  const titled = `filter_holds(tool_call.title, ${run})`;
  const isWhole = letters === text.toLowerCase(); // then the text was searched already
  const mayHave = isWhole ? titled : `(${titled} OR filter_text(${ENTRY_TEXT}, ${run}))`;
  return `(${method} OR filter_text(${ENTRY_TEXT}, ${word}) OR ${summary(`CASE WHEN ${IS_SUMMARISED_BY_TEXT} THEN ${mayHave} AND ${made} ELSE ${made} END`)})`;

  function summary(otherwise: string): string {
    return `CASE WHEN m.summary IS NULL THEN ${otherwise} ELSE filter_holds(m.summary, ${word}) END`;
  }
}

/** The longest run of letters a to z: other letters may have context-dependent lower case. */
function longestRun(text: string): string {
  const runs = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
