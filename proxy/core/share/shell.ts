/** Quotes any word for POSIX sh. Leaves out NUL, which an argument cannot contain. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`;
}

/** Encodes bytes for `printf '%b'` between single quotes. */
export const octal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\0${byte.toString(8).padStart(3, '0')}`,
  ).join('');
