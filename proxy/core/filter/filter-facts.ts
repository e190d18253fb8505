/** The facts about an entry that a filter can test. Absent facts are null. */
export interface FilterFacts {
  readonly seq: number;
  /** Microseconds since the recording's start. */
  readonly t: number;
  readonly kind: string;
  /** Null for process events. */
  readonly from: string | null;
  /** A response has the method of its request. */
  readonly method: string | null;
  /** JSON text of the id. */
  readonly id: string | null;
  readonly session: string | null;
  readonly turn: number | null;
  /** The entry's tool call, or the tool call that caused the entry, with the latest title. */
  readonly tool: { readonly id: string; readonly title: string | null } | null;
  /** The `sessionUpdate` of a session/update. */
  readonly update: string | null;
  /**
   * For a request `pending`, `ok` or `error`; for a response `ok` or `error`; for a tool call update its new status.
   */
  readonly status: string | null;
  /** Microseconds from request to response, for both. */
  readonly duration: number | null;
  /** Size on the wire. */
  readonly bytes: number;
  /** `seq` of the response or request that belongs to the entry. */
  readonly pair: number | null;
  /** `sent` is present for a frame with an intervention or without a delivery, `own` for an event of acptap's own. */
  readonly sent?: object;
  readonly own?: object;
  readonly comment?: string;
  readonly findings: readonly { readonly rule: string; readonly grade: string }[];
  /**
   * Functions, because they read the bytes; called only if a filter needs them. `text` returns the result of
   * `searchedText`.
   */
  readonly summary: () => string;
  readonly text: () => string;
}

/** The texts to search an id by: its JSON text and, for a string, also the string without quotes. */
export const idTexts = (id: string): readonly string[] => (/^".*"$/s.test(id) ? [id, id.slice(1, -1)] : [id]);
