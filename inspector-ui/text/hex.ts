export interface HexLine {
  readonly offset: string;
  readonly hex: string;
  readonly text: string;
}

const WIDTH = 16;

/** The bytes as pairs of hexadecimal digits, sixteen on a line: to be edited. */
export const toHexText = (bytes: Uint8Array): string =>
  Array.from({ length: Math.ceil(bytes.length / WIDTH) }, (_, index) =>
    Array.from(bytes.subarray(index * WIDTH, (index + 1) * WIDTH), (byte) => byte.toString(16).padStart(2, '0')).join(
      ' ',
    ),
  ).join('\n');

/** The bytes of such a text. Undefined for a text with anything but pairs of hexadecimal digits. */
export function fromHexText(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replaceAll(/\s+/g, '');
  return /^(?:[\da-f]{2})*$/i.test(digits)
    ? Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
}

/** Returns a dump like `hexdump -C`: offset, sixteen bytes, and their printable ASCII characters. */
export function toHexLines(bytes: Uint8Array, maxLines: number): readonly HexLine[] {
  const count = Math.min(Math.ceil(bytes.length / WIDTH), maxLines);
  return Array.from({ length: count }, (_, index) => {
    const line = [...bytes.subarray(index * WIDTH, (index + 1) * WIDTH)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0'));
    return {
      offset: (index * WIDTH).toString(16).padStart(8, '0'),
      hex: `${hex.slice(0, 8).join(' ').padEnd(23)}  ${hex.slice(8).join(' ').padEnd(23)}`,
      text: line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    };
  });
}
