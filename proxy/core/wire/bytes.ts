// The core uses neither Node nor the DOM, but every runtime has the Encoding standard. These are the members used.
interface Decoder {
  decode(bytes: Uint8Array): string;
}
interface EncodingGlobals {
  readonly TextDecoder: new (
    label: string,
    options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
  ) => Decoder;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
}
// `types: []` hides the globals from the compiler; only this file names them.
const { TextDecoder, TextEncoder } = globalThis as unknown as EncodingGlobals;

// Keeps a byte order mark as U+FEFF, because acptap shows exactly the recorded text.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
const encoder = new TextEncoder();

export const LF = 0x0a;

/** The text of valid UTF-8; undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Replaces invalid UTF-8 with U+FFFD. For display only. */
export const decodeLossy = (bytes: Uint8Array): string => lenient.decode(bytes);

export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Joins byte sequences. Returns a single part as it is, without a copy. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const only = parts[0];
  if (parts.length === 1 && only) return only;
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(DIGITS.split('').map((digit, value) => [digit, value]));

/** Standard base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3);
    const group = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(group >> shift) & 63] ?? '');
    const filled = Math.min(bytes.length - index, 3) + 1;
    text += digits.slice(0, filled).join('').padEnd(4, '=');
  }
  return text;
}

/** The bytes of standard base64; undefined for any other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const digits = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let offset = 0;
  for (const digit of digits) {
    const value = VALUES.get(digit);
    if (value === undefined) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[offset++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}
