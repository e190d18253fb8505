import { isCompletedDespiteRefusal } from '#core/files/files-window.ts';
import { lineChanges } from '#core/files/line-changes.ts';
import { counted, limitsOf, operationWords, totalsInWords, warningsIn } from '#core/files/operation-words.ts';
import type { WholeFile } from '#core/files/each-file.ts';
import type { FilesWindow, ShownOperation, TextPair } from '#core/model/files.ts';
import { cut } from '#core/text/cut.ts';
import { visible } from '#core/wire/visible.ts';
import { toJsonText } from './json.ts';
import { plain, type Paint } from './paint.ts';

/** The most lines of one difference. The page and `show --entry` have all. */
const MAX_LINES = 20;

/** The number of files, and of the operations on them. */
export function renderFilesHead({ total, totals, commands, unread }: FilesWindow): string {
  const counts = total === 0 ? 'no files' : `${total} ${total === 1 ? 'file' : 'files'}: ${totalsInWords(totals)}`;
  return [counts, ...warningsIn(totals), ...limitsOf(totals, commands, unread)].map((line) => `${line}\n`).join('');
}

interface FileOutput {
  readonly paint?: Paint;
  readonly columns?: number | undefined;
  /** True if responses may still come. */
  readonly isLive?: boolean;
}

/** One file: its operations, each write with its difference, and the text that it ended with. */
export function renderFile(
  { row, operations, text }: WholeFile,
  { paint = plain, columns, isLive = false }: FileOutput = {},
): string {
  const lines = [
    '',
    `${visible(row.path)}  ${paint('dim', totalsInWords(row))}`,
    ...operations.flatMap((shown) => linesOf(shown, { paint, columns, isLive })),
    ...(text && row.writes > 0
      ? [`${place(text.seq)}  final text  ${counted(text.text.length + text.missing, 'character')}`]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The same as one JSON object, a file at a time. */
export function* renderFilesJson(
  recording: string,
  window: FilesWindow,
  files: Iterable<WholeFile>,
): Generator<string> {
  const { totals, commands, unread } = window;
  yield `${toJsonText({ recording, totals, commands, unread }).slice(0, -1)},"files":[`;
  let separator = '';
  for (const { row, operations, text } of files) {
    const own = operations.map(({ operation, ...texts }) => ({ ...operation, ...texts }));
    yield separator + toJsonText({ ...row, text, operations: own });
    separator = ',';
  }
  yield ']}\n';
}

const place = (seq: number) => `#${seq}`.padStart(8);

function linesOf(
  { operation, difference, patch, against }: ShownOperation,
  { paint, columns, isLive }: Required<FileOutput>,
): readonly string[] {
  const { what, facts, warning } = operationWords(operation, isLive);
  const isChange =
    operation.kind === 'write' ||
    (operation.kind === 'proposal' && (operation.outcome === 'by-agent' || isCompletedDespiteRefusal(operation)));
  const title = operation.call?.title;
  const line = [what.padEnd(10), facts.join(', '), ...(title ? [`in ${title}`] : [])].join('  ');
  return [
    `${place(operation.seq)}  ${cut(visible(line), columns && columns - 10)}`,
    ...(isChange && operation.added !== null ? differenceIn(difference, paint, columns) : []),
    ...(patch && operation.kind === 'proposal' ? limited(patch.text.replace(/\n$/, '').split('\n'), columns) : []),
    ...(warning ? [`${INDENT}${paint('warning', warning)}`] : []),
    ...(against ? [`${INDENT}proposed (−) and written (+):`, ...differenceIn(against, paint, columns)] : []),
  ];
}

const INDENT = ' '.repeat(10);
const SIGNS = { same: ' ', added: '+', removed: '-' } as const;

function differenceIn(texts: TextPair | null, paint: Paint, columns?: number): readonly string[] {
  if (!texts) return [];
  if (texts.after === null)
    return [
      `${INDENT}${paint('dim', `${texts.missing.toLocaleString('en-US')} characters are too many to compare here`)}`,
    ];
  const { lines } = lineChanges(texts.before ?? '', texts.after, { left: 1_000_000 });
  return limited(
    lines.map(({ kind, text }) => `${SIGNS[kind]} ${text.replace(/\n$/, '')}`),
    columns,
  );
}

function limited(lines: readonly string[], columns?: number): readonly string[] {
  const rest = lines.length - MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES).map((line) => INDENT + cut(visible(line), columns && columns - INDENT.length)),
    ...(rest > 0 ? [`${INDENT}… ${rest} more lines`] : []),
  ];
}
