import { cut } from '#core/text/cut.ts';
import { visible } from '#core/wire/visible.ts';

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
    .map((line) => `${cut(line, columns)}\n`)
    .join('');
}
