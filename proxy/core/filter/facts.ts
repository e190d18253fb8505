/** What a filter can ask of an entry. What an entry does not have is null. */
export interface Facts {
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
  /** The tool call it is about or was made for, with the title given last. */
  readonly tool: { readonly id: string; readonly title: string | null } | null;
  /** The `sessionUpdate` of a session/update. */
  readonly update: string | null;
  /** Of a request `pending`, `ok` or `error`; of a response `ok` or `error`; of a tool call update the status it sets. */
  readonly status: string | null;
  /** Microseconds from request to response, on both. */
  readonly duration: number | null;
  /** Size on the wire. */
  readonly bytes: number;
  /** The other half of the exchange. */
  readonly pair: number | null;
  readonly findings: readonly { readonly rule: string; readonly grade: string }[];
  /** These are asked for only where a filter needs them: they take reading the bytes. `text` is what `textOf` gives. */
  readonly summary: () => string;
  readonly text: () => string;
}

/** A string id is also found without its quotes. */
export const idTexts = (id: string): readonly string[] => (/^".*"$/s.test(id) ? [id, id.slice(1, -1)] : [id]);
