import { concat, decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';

/** The bytes of an entry as a text, and the way back. */
interface EntryText {
  readonly text: string;
  /** The text as UTF-8, for the frame decoder. */
  readonly utf8: Uint8Array;
  readonly toBytes: (text: string) => Uint8Array;
}

/**
 * The text of an entry. Bytes that are not UTF-8 are read as Latin-1: secrets are ASCII mostly, and every byte comes
 * back as it was.
 */
export function entryText(bytes: Uint8Array): EntryText {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, utf8: bytes, toBytes: encodeUtf8 };
  const latin1 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { text: latin1, utf8: encodeUtf8(latin1), toBytes: encodeLatin1 };
}

/** Characters that Latin-1 does not have (from a JSON escape in a string that was masked) become UTF-8. */
const encodeLatin1 = (text: string): Uint8Array =>
  concat(Array.from(text, (char) => (char <= '\xff' ? Uint8Array.of(char.charCodeAt(0)) : encodeUtf8(char))));
