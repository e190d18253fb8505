import { decodeUtf8 } from './bytes.ts';
import { toPart, type Part } from './jsonrpc.ts';

/** What a frame turned out to be. A frame that is no message is something to show, not an exception. */
export type Decoded =
  | { readonly kind: 'json'; readonly text: string; readonly batch: boolean; readonly parts: readonly Part[] }
  | { readonly kind: 'blank'; readonly text: string }
  | { readonly kind: 'not-json'; readonly text: string; readonly reason: string }
  | { readonly kind: 'not-utf8' };

const BOM = '\u{feff}';

/**
 * Total: every byte sequence has an answer, so that acptap can show what a strict peer would have dropped.
 * Receivers strip a byte order mark and white space around the JSON; `text` has both.
 */
export function decodeFrame(frame: Uint8Array): Decoded {
  const text = decodeUtf8(frame);
  return text === undefined ? { kind: 'not-utf8' } : decodeText(text);
}

/** `decodeFrame` of a frame that is known to be UTF-8, by its text. */
export function decodeText(text: string): Exclude<Decoded, { kind: 'not-utf8' }> {
  const json = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    if (json.trim() === '') return { kind: 'blank', text };
    return { kind: 'not-json', text, reason: cause instanceof Error ? cause.message : String(cause) };
  }
  return decodedJson(value, text, json);
}

/** A frame that was parsed before. `json` is what `value` was parsed from; `text` may have more around it. */
export function decodedJson(value: unknown, text: string, json = text): Extract<Decoded, { kind: 'json' }> {
  if (!Array.isArray(value)) return { kind: 'json', text, batch: false, parts: [toPart(value, () => json)] };
  // Batches were allowed by early drafts of version 2 and are an error since; they are decoded all the same. Ids of an item have the
  // digits that JSON.parse has left them.
  return { kind: 'json', text, batch: true, parts: value.map((item) => toPart(item, () => '{}')) };
}
