/**
 * What a recording, or a part of it, can be copied as: `GET /api/recordings/:id/share?as=mermaid&of=filter&q=…&seq=7&redact=1`, text/plain.
 * `export --format` writes some of the same.
 *
 * - `frame`     the exact text of entries
 * - `json`      the same with line breaks and indentation, nothing else changed
 * - `jsonl`     a recording file of entries
 * - `mermaid`   entries as a sequence diagram
 * - `repro`     a shell command that sends what the client sent, up to the selected entry, to the agent
 * - `replay`    a test of a client that plays the recorded agent to it
 * - `markdown`  an issue: who, which versions, what was found in the selected entry, and the frames around it
 * - `llm`       all of it as text for a language model, chunks put together
 */
export const SHARE_FORMS = ['frame', 'json', 'jsonl', 'mermaid', 'repro', 'replay', 'markdown', 'llm'] as const;

export type ShareForm = (typeof SHARE_FORMS)[number];

/** Which entries are meant, where the form is of entries: the selected one, all of its group, or what the filter `q` lets through. */
export const SHARE_SCOPES = ['entry', 'group', 'filter'] as const;

export type ShareScope = (typeof SHARE_SCOPES)[number];

export interface ShareQuery {
  readonly as: ShareForm;
  readonly of: ShareScope;
  /** Empty for no filter: everything. */
  readonly q: string;
  /** The selected entry; null where none is. */
  readonly seq: number | null;
  /** Without the secrets that acptap recognises, home folders and user names. */
  readonly redact: boolean;
}

/** Characters of a token, about: what `llm` is estimated by. English text and JSON come close, other scripts need more tokens. */
export const CHARACTERS_A_TOKEN = 4;

/** More bytes of entries than that are no matter of a clipboard: the answer is 413, and `acptap export` writes files. */
export const MAX_SHARE_BYTES = 32 * 1024 * 1024;
