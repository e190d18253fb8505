import type { FindingDetail } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import { cut } from '#core/text/cut.ts';
import { describeWhy } from '#core/trace/describe-why.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';
import { decodeLossy, decodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import type { Sent } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';
import { renderFindingBlock, type Surroundings } from './finding-block.ts';
import { layOutJson, lineAt } from './json-lines.ts';
import type { Paint } from './paint.ts';
import { jsonOf } from './show-json.ts';
import { renderMentionedRow, renderRow } from './show.ts';

/** The deepest indentation: hostile frames nest thousands deep. */
const DEEPEST = 64;

/** One whole entry: its row, its pair, its content with marks below the places of findings, and the findings. */
export function renderEntry(
  row: EntryRow,
  bytes: Uint8Array,
  findings: readonly FindingDetail[],
  around: Surroundings,
  sent?: Sent,
): string {
  const { paint, columns } = around;
  const other = row.pair === null ? undefined : around.row(row.pair);
  const size = [`${row.bytes} bytes`, ...(row.session === null ? [] : [`session ${row.session}`])].join(' · ');
  const facts = other
    ? [size, `${row.kind === 'request' ? 'answered in' : 'answers'} ${renderMentionedRow(other)}`]
    : [size];
  const remarks = row.comment === undefined ? [] : [`comment: ${row.comment}`];
  return [
    renderRow({ ...row, findings: [] }, paint),
    ...[...facts, ...remarks].map(
      (fact) => `${' '.repeat(8)}${paint('dim', cut(visible(fact), columns && columns - 8))}\n`,
    ),
    '\n',
    renderBody(row, bytes, findings, around),
    ...(sent ? ['\n', renderSent(row, sent, paint)] : []),
    ...findings.flatMap((finding) => ['\n', renderFindingBlock(finding, false, around)]),
  ].join('');
}

/** The intervention on the frame, and the delivered bytes if they differ. */
function renderSent({ t, kind }: EntryRow, { elapsed, bytes, why }: Sent, paint: Paint): string {
  const when = elapsed === undefined ? 'not delivered' : `delivered after ${formatDuration(elapsedUs(elapsed - t))}`;
  const how = why.map(describeWhy).join('; ');
  const headline = paint('dim', visible(`${when}${bytes ? ' as follows' : ''}${how === '' ? '' : ` · ${how}`}`));
  if (!bytes) return `${headline}\n`;
  const text = decodeUtf8(bytes);
  const json = text === undefined ? undefined : jsonOf(kind, text);
  const lines =
    json === undefined
      ? [visible(decodeLossy(bytes))]
      : layOutJson(json).map(({ depth, text: line }) => `${'  '.repeat(Math.min(depth, DEEPEST))}${visible(line)}`);
  return `${[headline, ...lines].join('\n')}\n`;
}

/** The beginning of a frame that is too large to be read, and how to get the whole. */
function renderCut(
  { seq }: EntryRow,
  { bytes, sha256 }: NonNullable<EntryRow['cut']>,
  head: Uint8Array,
  paint: Paint,
): string {
  const note = `Only the first ${head.length} of ${bytes} bytes are shown. acptap does not read frames above 64 MiB.`;
  const whole = `show --raw --entry ${seq} gives the exact bytes. Their SHA-256: ${sha256}`;
  return `${visible(decodeLossy(head))}\n\n${paint('dim', `${note}\n${whole}`)}\n`;
}

function renderBody(
  row: EntryRow,
  bytes: Uint8Array,
  findings: readonly FindingDetail[],
  { paint }: Surroundings,
): string {
  const text = decodeUtf8(bytes);
  if (row.cut) return renderCut(row, row.cut, bytes, paint);
  if (text === undefined) return `${paint('dim', 'not UTF-8, as base64:')}\n${toBase64(bytes)}\n`;
  const json = jsonOf(row.kind, text);
  if (json === undefined) return `${visible(text)}\n`; // line ends are part of the content
  const lines = layOutJson(json);
  const marks = Map.groupBy(
    findings.filter(({ pointer }) => pointer !== null),
    ({ pointer }) => lineAt(lines, pointer ?? ''),
  );
  return lines
    .flatMap((line, index) => {
      const indent = '  '.repeat(Math.min(line.depth, DEEPEST));
      const below = (marks.get(index) ?? []).map(
        ({ grade, rule, message }) =>
          `${indent}${paint(grade, `^ ${grade}: ${visible(message)}`)}  ${paint('dim', `[${rule}]`)}`,
      );
      return [`${indent}${visible(line.text)}`, ...below];
    })
    .map((line) => `${line}\n`)
    .join('');
}
