import { mayBeSecret } from './assignments.ts';
import { isPlaceholder } from './no-secrets.ts';
import { isPasswordName, isSecretName } from './secret-places.ts';
import type { Found, Span } from './spans.ts';

/** A quick look that most texts do not pass: a name of a secret, and behind it what ends a cell. */
const MAY_HOLD =
  /(?:key|secret|token|pass|password|passwd|pwd|credential|otp|pin|value) *["']?(?:[|│,;\t\r\n]| {2}|$)/im;

/** What stands between the cells of a line: bars; commas; gaps of two spaces and more. */
const SEPARATORS = [/[|│┃]/, /[,;\t]/, / {2,}|\t/];

/** A line between rows. */
const RULER = /^[\s|+:=│┃┌┬┐├┼┤└┴┘─━-]+$/;

/** A word that says what a column holds, or that nothing is there. */
const NO_VALUE = /^(?:text|uuid|char\w*|varchar.*|default|yes|no|on|off|expired|valid|active|n\/a|set|unset|hidden)$/i;

interface Table {
  readonly separator: RegExp;
  readonly width: number;
  /** Where the names of the values are: a column, or the header. */
  readonly columns: readonly { readonly at: number; readonly name: string | undefined }[];
}

/** The values below a column that is named like a secret, and beside such a name in a table of names and values. */
export function secretsOfTables(text: string): readonly Found[] {
  if (!MAY_HOLD.test(text)) return [];
  const found: Found[] = [];
  let table: Table | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    if (!table) table = line.length > 2000 ? undefined : tableUnder(line);
    else if (!RULER.test(line)) {
      const cells = cellsOf(line, table.separator);
      if (cells.length !== table.width) table = tableUnder(line);
      else
        for (const { at, name } of table.columns) {
          const cell = cells[at];
          const first = cells[0];
          const called = name ?? (first ? line.slice(first.start, first.end) : '');
          if (cell && isSecretCell(line.slice(cell.start, cell.end), called, table.separator))
            found.push({ start: start + cell.start, end: start + cell.end, rule: 'table' });
        }
    }
    start += line.length + 1;
  }
  return found;
}

/** The table that a line is the header of. */
function tableUnder(line: string): Table | undefined {
  for (const separator of SEPARATORS) {
    const cells = cellsOf(line, separator);
    const names = cells.map(({ start, end }) => line.slice(start, end));
    if (cells.length < 2 || !names.every((name) => /^[\w .:-]{0,40}$/.test(name))) continue;
    const secret = names.flatMap((name, at) => (isSecretName(name.replaceAll(' ', '_')) ? [{ at, name }] : []));
    const value = names.length === 2 && /^value$/i.test(names[1] ?? '') ? [{ at: 1, name: undefined }] : [];
    if (secret.length + value.length > 0) return { separator, width: cells.length, columns: [...secret, ...value] };
  }
  return undefined;
}

/** The cells of a line without the spaces around them. Bars at the sides of a line are no cells. */
function cellsOf(line: string, separator: RegExp): readonly Span[] {
  const cells: Span[] = [];
  let at = 0;
  for (const part of line.split(new RegExp(`(${separator.source})`))) {
    const isSeparator = new RegExp(`^(?:${separator.source})$`).test(part);
    const start = at + (part.length - part.trimStart().length);
    if (!isSeparator && part.trim() !== '') cells.push({ start, end: start + part.trim().length });
    at += part.length;
  }
  return cells;
}

/** Below the name of a password a plain word may be one, where bars make it a table; anywhere else a value has digits. */
function isSecretCell(value: string, name: string, separator: RegExp): boolean {
  if (/[\s(]/.test(value) || NO_VALUE.test(value) || isPlaceholder(value) || !isSecretName(name)) return false;
  if (!mayBeSecret(value, name) || value.length < 4) return false;
  return (/[A-Za-z]/.test(value) && /\d/.test(value)) || (separator === SEPARATORS[0] && isPasswordName(name));
}
