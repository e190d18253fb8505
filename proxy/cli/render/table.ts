/** Rows in columns two spaces apart, lines cut to `columns` characters. Control characters are made visible. */
export function table(rows: readonly (readonly string[])[], columns = Number.POSITIVE_INFINITY): string {
  const clean = rows.map((row) => row.map(visible));
  const widths = (clean[0] ?? []).map((_, column) => Math.max(...clean.map((row) => row[column]?.length ?? 0)));
  return clean
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line.length > columns ? `${line.slice(0, columns - 1)}…` : line}\n`)
    .join('');
}

/**
 * Recorded text as a terminal may show it: escape sequences, other control characters and marks that turn the writing direction are
 * written out, so that a recording cannot play tricks on whoever reads it.
 */
export function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what this is about
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}
