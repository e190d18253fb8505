/**
 * The forms in which a recording or a part of it can be copied: `GET
 * /api/recordings/:id/share?as=mermaid&of=filter&q=…&seq=7&redact=1`, text/plain. `export --format` writes
 * some of them too.
 *
 * - `frame`     the exact text of entries
 * - `json`      the same with line breaks and indentation, nothing else changed
 * - `jsonl`     a recording file of entries, with what they need to be a recording: `core/share/part-context.ts`
 * - `mermaid`   entries as a sequence diagram
 * - `repro`     a shell command that sends the client's frames, up to the selected entry, to the agent
 * - `replay`    a test of a client, which plays the recorded agent to it
 * - `markdown`  an issue report: the peers and their versions, the findings of the selected entry, and the
 *   frames around it
 * - `llm`       the whole as text for a language model, with chunks joined
 * - `fixture`   the canonical form of the whole recording, for tests
 * - `test`      the test of `replay` for that fixture
 */
export const SHARE_FORMS = [
  'frame',
  'json',
  'jsonl',
  'mermaid',
  'repro',
  'replay',
  'markdown',
  'llm',
  'fixture',
  'test',
] as const;

export type ShareForm = (typeof SHARE_FORMS)[number];

/** The entries to copy, for forms that take entries: the selected one, its group, or all that match the filter `q`. */
export const SHARE_SCOPES = ['entry', 'group', 'filter'] as const;

export type ShareScope = (typeof SHARE_SCOPES)[number];

export interface ShareQuery {
  readonly as: ShareForm;
  readonly of: ShareScope;
  /** Empty for no filter. */
  readonly q: string;
  /** The selected entry; null without a selection. */
  readonly seq: number | null;
  /** Removes the secrets that acptap recognises, home folders and user names. */
  readonly redact: boolean;
  /** Rules of redaction that are not applied. Default: none. */
  readonly keep?: readonly string[];
  /** Gives a `SharePreview` as JSON instead of the text. */
  readonly preview?: boolean;
}

/** The replacements by redaction in shared content: counts and places, and of the values only where they begin. */
export interface SharePreview {
  /** How many values are masked. */
  readonly total: number;
  /** How many by rule, the most first. */
  readonly rules: readonly { readonly rule: string; readonly count: number }[];
  /** The first of them. */
  readonly masked: readonly {
    /** null for the header. */
    readonly seq: number | null;
    readonly place: string;
    readonly rule: string;
    /** The length of the value, in characters. */
    readonly length: number;
    /** The first 4 characters of the value, to judge it by; null for values of less than 12. */
    readonly begins: string | null;
    /** The replacement. */
    readonly put: string;
  }[];
}

/** A preview lists so many values. */
export const MAX_PREVIEW = 500;

/**
 * Characters per token, approximately; used to estimate the size of `llm`. True for English text and JSON;
 * other scripts need more tokens.
 */
export const CHARACTERS_A_TOKEN = 4;

/** The most bytes of entries to copy. Beyond it the server answers 413; `acptap export` can write larger files. */
export const MAX_SHARE_BYTES = 32 * 1024 * 1024;

/**
 * A file to save: `POST /api/recordings/:id/saved` answers `{"url"}`, from which it can be downloaded once. `page`: the
 * recording of `share` (form `jsonl`) as a page that needs no server. The server names the file.
 */
export interface SaveRequest {
  readonly share: ShareQuery;
  readonly page: boolean;
}
