import { decodeUtf8, fromBase64, encodeUtf8, LF, toBase64 } from './bytes.ts';

/**
 * Writes bytes as a member of a JSON object: `"base64":…` for bytes that are not UTF-8; `"json":…` for JSON that keeps
 * every byte, so that people can read and compare files; else `"text":…`.
 */
export function encodeBody(bytes: Uint8Array, mayBeJson: boolean): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) return `"base64":${JSON.stringify(toBase64(bytes))}`;
  const json = mayBeJson && bytes.at(-1) === LF ? text.slice(0, -1) : undefined;
  return json !== undefined && isCanonical(json) ? `"json":${json}` : `"text":${JSON.stringify(text)}`;
}

/** The bytes in the members of an object; undefined where it has none. */
export function decodeBody(members: Readonly<Record<string, unknown>>): Uint8Array | undefined {
  const { json, text, base64 } = members;
  if (Object.hasOwn(members, 'json')) return encodeUtf8(`${JSON.stringify(json)}\n`);
  if (typeof text === 'string') return encodeUtf8(text);
  return typeof base64 === 'string' ? fromBase64(base64) : undefined;
}

/** True when parsing and writing again gives the same text: then nothing is lost by storing it as JSON. */
function isCanonical(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false; // not JSON, or nested deeper than the runtime can write
  }
}
