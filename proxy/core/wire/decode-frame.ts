import { decodeUtf8 } from './bytes.ts';
import { toPart, type Part } from './jsonrpc.ts';

/** The result of decoding a frame. A frame without a message is a result too, not an exception. */
export type Decoded =
  | {
      readonly kind: 'json';
      readonly text: string;
      readonly batch: boolean;
      readonly parts: readonly Part[];
      /** True for a text from `JSON.stringify`: no name is repeated, so rules need not search for repeated names. */
      readonly isStringified: boolean;
    }
  | { readonly kind: 'blank'; readonly text: string }
  | { readonly kind: 'not-json'; readonly text: string; readonly reason: string }
  | { readonly kind: 'not-utf8' };

type Json = Extract<Decoded, { kind: 'json' }>;

const BOM = '\u{feff}';

/**
 * Decodes any byte sequence without throwing, so that acptap can show bytes that a strict peer drops.
 * Receivers strip a byte order mark and white space around the JSON; `text` has both.
 */
export function decodeFrame(frame: Uint8Array): Decoded {
  const text = decodeUtf8(frame);
  return text === undefined ? { kind: 'not-utf8' } : decodeText(text);
}

/** Decodes a frame from its text, when the bytes are known to be UTF-8. */
export function decodeText(text: string): Exclude<Decoded, { kind: 'not-utf8' }> {
  const json = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    if (json.trim() === '') return { kind: 'blank', text };
    return { kind: 'not-json', text, reason: cause instanceof Error ? cause.message : String(cause) };
  }
  return toJson(value, text, json, false);
}

/** Decodes a frame from its value. `text` is its `JSON.stringify` output and a line end. */
export const decodeValue = (value: unknown, text: string): Json => toJson(value, text, text, true);

/** `json` is the text that was parsed; `text` may have more around it. */
function toJson(value: unknown, text: string, json: string, isStringified: boolean): Json {
  if (!Array.isArray(value))
    return { kind: 'json', text, batch: false, parts: [toPart(value, () => json)], isStringified };
  // Early drafts of version 2 allowed batches. They are an error now, but are still decoded. The ids of an
  // item have only the digits that `JSON.parse` kept.
  return { kind: 'json', text, batch: true, parts: value.map((item) => toPart(item, () => '{}')), isStringified };
}
