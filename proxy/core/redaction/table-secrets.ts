import { mayBeSecret } from './assignments.ts';
import { isPlaceholder, isScrambled } from './value-kinds.ts';
import { isPasswordName, isSecretName } from './secret-places.ts';
import type { Found, Span } from './spans.ts';
import {
  isKeyWord,
  isPasswordWord,
  isStateWord,
  KEY_WORDS,
  PASSWORD_WORDS,
  OWNER_AFTER_NAME,
} from './words-for-password.ts';

const VALUE = 'value|wert|valeur|valor|valore|значение|值|値|값';

/** A quick test that most lines fail: a name of a secret, and behind it the end of a cell. */
const MAY_HOLD = new RegExp(
  String.raw`(?:key|secret|token|pass|password|passwd|pwd|credential|otp|pin|${VALUE}|(?:${PASSWORD_WORDS}|${KEY_WORDS})${OWNER_AFTER_NAME})["'*\x60)]* *(?:[|│┃,;\t\r\n]| {2}|$)`,
  'imu',
);

/**
 * The cells of a line, by what stands between them: bars; tabs, semicolons and commas, with quoted cells; gaps of two
 * spaces and more.
 */
const BARS = /(?<=^|[|│┃])[^|│┃]*/g;
const delimited = (sign: string): RegExp =>
  new RegExp(String.raw`(?<=^|${sign})(?: *"(?<quoted>(?:[^"]|"")*)" *(?=${sign}|\r?$)|[^${sign}]*)`, 'g');
const CELLS: readonly RegExp[] = [BARS, delimited('\t'), delimited(';'), delimited(','), /\S+(?: \S+)*/g];

/** Longer lines are no rows. */
const MAX_CHARACTERS = 16_384;

/** A line between rows. */
const RULER = /^[\s|+:=│┃┌┬┐├┼┤└┴┘─━-]+$/;

/** The marks of a diff, or line numbers, before a line. */
const NUMBER = /^[+-]?\s*\d+(?:→|\t|: |\|(?=[ +-]))/;
const MARKS = [NUMBER, /^[+-]/, /^/];

/** The type of a column, in the row below its name. */
const NO_VALUE = /^(?:uuid|char\w*|varchar.*)$/i;

/** Beside a column of these, the words in a column of passwords are passwords. */
const USER =
  /^(?:user(?:[ _-]?name)?|login|e-?mail|account|benutzer(?:name)?|konto|utilisateur|identifiant|usuario|cuenta|utilizador|usuário|conta|utente|логин|пользователь|用户名?|账号|ユーザー名?|アカウント|사용자|아이디)$/iu;

interface Table {
  readonly mark: RegExp;
  readonly separator: RegExp;
  readonly width: number;
  /** The columns with secrets. `name` is from the header; undefined where the first cell of a row is the name. */
  readonly columns: readonly { readonly at: number; readonly name: string | undefined }[];
  /** Whether a plain word may be a password. */
  readonly mayBeWord: boolean;
}

/** The values below a column that is named like a secret, and beside such a name in a table of names and values. */
export function secretsOfTables(text: string): readonly Found[] {
  if (!MAY_HOLD.test(text)) return [];
  const found: Found[] = [];
  let table: Table | undefined;
  let start = 0;
  let before = '';
  for (const line of text.split('\n')) {
    if (line.length > MAX_CHARACTERS) table = undefined;
    else if (!RULER.test(line.replace(NUMBER, ''))) {
      const cells = table ? cellsOf(line, table.mark, table.separator) : [];
      if (!table || cells.length !== table.width) table = tableUnder(line, before);
      else
        for (const { at, name } of table.columns) {
          const cell = cells[at];
          const first = cells[0];
          const called = name ?? (first ? line.slice(first.start, first.end) : '');
          if (cell && isSecretCell(line.slice(cell.start, cell.end), called, table.mayBeWord))
            found.push({ start: start + cell.start, end: start + cell.end, rule: 'table' });
        }
      before = line;
    }
    start += line.length + 1;
  }
  return found;
}

/** The table that a line is the header of. A row of another table is no header. */
function tableUnder(line: string, before: string): Table | undefined {
  if (line.length > 2000 || !MAY_HOLD.test(line)) return undefined;
  const mark = MARKS.find((each) => each.test(line)) ?? /^/;
  for (const separator of CELLS) {
    const cells = cellsOf(line, mark, separator);
    const names = cells.map(({ start, end }) => line.slice(start, end).replaceAll(/^[*_`]+|[*_`]+$/g, ''));
    if (cells.length < 2 || !names.every((name) => NAME.test(name))) continue;
    const secret = names.flatMap((name, at) => (isSecret(name) ? [{ at, name }] : []));
    const value = names.length === 2 && VALUES.test(names[1] ?? '') ? [{ at: 1, name: undefined }] : [];
    if (secret.length + value.length === 0) continue;
    if (isRow(before) && cellsOf(before, mark, separator).length === cells.length) return undefined;
    const mayBeWord = separator === BARS || names.some((name) => USER.test(name));
    return { mark, separator, width: cells.length, columns: [...secret, ...value], mayBeWord };
  }
  return undefined;
}

const NAME = /^[\p{L}\p{M}\d_ .:/()'’-]{0,40}$/u;

/** Prose has a space after its commas, and a diff has `@@` lines. */
const isRow = (line: string): boolean => !/^@@|[,;] /.test(line);

const VALUES = new RegExp(`^(?:${VALUE})$`, 'iu');

const isSecret = (name: string): boolean =>
  isSecretName(name.replaceAll(' ', '_')) || isPasswordWord(name) || isKeyWord(name);

/** The cells of a line without the spaces and quotes around them. Bars at the sides of a line are no cells. */
function cellsOf(line: string, mark: RegExp, separator: RegExp): readonly Span[] {
  const from = mark.exec(line)?.[0].length ?? 0;
  const cells = Array.from(line.slice(from).matchAll(separator), ({ index, 0: cell, groups }) => {
    const content = groups?.['quoted'] ?? cell.trim();
    const start = from + index + (content === '' ? 0 : cell.indexOf(content));
    return { start, end: start + content.length };
  });
  if (separator !== BARS) return cells;
  const isEmpty = (cell: Span | undefined) => cell !== undefined && cell.start === cell.end;
  return cells.slice(isEmpty(cells[0]) ? 1 : 0, isEmpty(cells.at(-1)) ? -1 : undefined);
}

/** Below the name of a password a plain word counts; anywhere else a value has digits, or letters drawn at random. */
function isSecretCell(value: string, name: string, mayBeWord: boolean): boolean {
  if (/[\s(]/.test(value) || NO_VALUE.test(value) || isStateWord(value) || isPlaceholder(value) || !isSecret(name))
    return false;
  if (!mayBeSecret(value, name) || value.length < 4 || value.toLowerCase().includes(name.toLowerCase())) return false;
  if ((/[A-Za-z]/.test(value) && /\d/.test(value)) || isScrambled(value)) return true;
  return mayBeWord && (isPasswordName(name) || isPasswordWord(name));
}
