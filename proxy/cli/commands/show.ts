import { AcptapError } from '#core/errors.ts';
import type { EntryRow } from '#core/model/row.ts';
import { crossingsOf } from '#core/wire/crossings.ts';
import { opposite, type Sent, type Side, type Stream } from '#core/wire/entry.ts';
import { readQuery, explainUnmatched, type Query } from '../recordings/read-query.ts';
import { print, printAll, warn } from '../output/output.ts';
import { openPager, PagerClosedError, type TextOutput } from '../output/pager.ts';
import type { MatchingEntries, Recording } from '../recordings/recording.ts';
import { openRecording } from '../recordings/find-recording.ts';
import { progressBeside } from '../output/progress.ts';
import type { Surroundings } from '../render/finding-block.ts';
import type { FindingsShown } from '../render/findings-shown.ts';
import { paintFor } from '../render/paint.ts';
import { renderEntry } from '../render/show-entry.ts';
import { renderRowJson } from '../render/show-json.ts';
import { createRowPrinter, LATE_FINDINGS_HEADLINE } from '../render/show-rows.ts';
import { renderBeginning, renderEnding, renderHeader } from '../render/show.ts';

export interface ShowOptions {
  readonly filter?: string;
  readonly from?: Stream;
  /** With `raw`: what this side was given. */
  readonly to?: Side;
  readonly entry?: number;
  readonly findings: FindingsShown;
  readonly raw?: boolean;
  readonly json?: boolean;
  readonly pager: boolean;
}

/**
 * `show REF`: the entries of a recording, one a line with findings below; one whole entry; or the exact bytes of a
 * stream or an entry. Exit code 1 if the filter matches nothing.
 */
export async function show(ref: string, options: ShowOptions): Promise<0 | 1> {
  const { filter, from, to, entry, raw } = options;
  if (to !== undefined && (!raw || from !== undefined || entry !== undefined))
    throw new AcptapError(
      'usage',
      '--to needs --raw, and neither --from nor --entry: --raw --to client gives the bytes that the client read',
    );
  if (raw && from === undefined && entry === undefined && to === undefined)
    throw new AcptapError(
      'usage',
      '--raw gives exact bytes: add --from client, --from agent or --from stderr for those of a stream, --to client or --to agent for those that a side received, or --entry for those of one entry',
    );
  if (raw && filter !== undefined)
    throw new AcptapError('usage', '--raw gives all bytes of a stream: it cannot be combined with --filter');
  if (entry !== undefined && (filter !== undefined || from !== undefined))
    throw new AcptapError(
      'usage',
      '--entry names the one entry to show: it cannot be combined with --filter or --from',
    );
  const query = filter === undefined ? undefined : await readQuery(filter);
  const recording = await openRecording(ref, progressBeside(ref, raw));
  try {
    if (entry !== undefined) return await showEntry(recording, entry, options);
    if (to !== undefined) {
      await printAll(givenTo(recording, to));
      return 0;
    }
    if (raw && from !== undefined) {
      await printAll(recording.raw(from));
      return 0;
    }
    return await showRows(recording, query, options);
  } catch (cause) {
    if (cause instanceof PagerClosedError) return 0;
    throw cause;
  } finally {
    recording.close();
  }
}

/** The exact bytes that a side received, in the order of delivery. */
function* givenTo(recording: Recording, side: Side): Generator<Uint8Array> {
  if (!recording.header.interventions) return yield* recording.raw(opposite(side));
  for (const entry of crossingsOf(recording.entries(), side))
    if (entry.kind === 'frame' && entry.from !== side) yield* entry.cut ? recording.rawAt(entry.seq) : [entry.bytes];
}

async function showRows(recording: Recording, query: Query | undefined, options: ShowOptions): Promise<0 | 1> {
  const { filter, json, pager } = options;
  const shown = json
    ? await printJson(recording, query, options)
    : await withPager(pager, (output) => printText(recording.read(query), options, output));
  if (shown > 0 || filter === undefined) return 0;
  warn(`nothing matches ${filter}${explainUnmatched(filter)}`);
  return 1;
}

/** Returns the number of rows. Each line contains all findings about its entry, so judges a whole file first. */
async function printJson(recording: Recording, query: Query | undefined, { from }: ShowOptions): Promise<number> {
  let shown = 0;
  const lines = function* () {
    for (const row of recording.rows(query && recording.matching(query))) {
      if (from !== undefined && row.from !== from) continue;
      shown++;
      yield renderRowJson(row, recording.bytesAt(row.seq), sentOf(recording, row));
    }
  };
  await printAll(lines());
  return shown;
}

/** Returns the number of rows. Findings that only later entries revealed stand below the rows. */
async function printText(
  reading: MatchingEntries,
  { from, findings: how }: ShowOptions,
  { write }: TextOutput,
): Promise<number> {
  const { summary, portions, late } = reading;
  const isWhole = reading.isWhole();
  const isShown = (row: EntryRow) => from === undefined || row.from === from;
  const explained = new Set<string>();
  const render = createRowPrinter(how, around(reading), explained);
  let shown = 0;
  let above = isWhole ? renderHeader(summary()) : renderBeginning(summary());
  for (const portion of portions()) {
    const rows = portion.filter(isShown);
    shown += rows.length;
    const text = above + rows.map((row) => render(row)).join('');
    above = '';
    if (text !== '') await write(text);
  }
  if (isWhole) return shown;
  const found = new Map(
    late()
      .filter(({ row }) => isShown(row))
      .map((each) => [each.row.seq, each]),
  );
  const findingsAt = (seq: number) => found.get(seq)?.findings ?? [];
  const renderLate = createRowPrinter(how, { ...around(reading), findingsAt }, explained);
  const lines = how === 'none' ? [] : [...found.values()].map(({ row }) => renderLate(row));
  await write([lines.length > 0 ? LATE_FINDINGS_HEADLINE : '', ...lines, renderEnding(summary())].join(''));
  return shown;
}

async function showEntry(recording: Recording, seq: number, { raw, json, pager }: ShowOptions): Promise<0> {
  const summary = recording.summary();
  const row = recording.row(seq);
  if (!row) throw new AcptapError('usage', `there is no entry ${seq}: ${rangeOf(summary.total)}`);
  const bytes = recording.bytesAt(seq);
  if (raw) await printAll(recording.rawAt(seq));
  else if (json) await print(renderRowJson(row, bytes, sentOf(recording, row)));
  else
    await withPager(pager, ({ write }) =>
      write(
        renderHeader(summary) +
          renderEntry(row, bytes, recording.findingsAt(seq), around(recording), sentOf(recording, row)),
      ),
    );
  return 0;
}

async function withPager<Result>(isWanted: boolean, work: (output: TextOutput) => Promise<Result>): Promise<Result> {
  const output = openPager(isWanted);
  try {
    return await work(output);
  } finally {
    await output.end();
  }
}

/** The intervention on a frame; nothing for a frame that was just passed on. */
function sentOf({ entryAt }: Recording, { seq, sent }: EntryRow): Sent | undefined {
  const entry = sent && entryAt(seq);
  return entry?.kind === 'frame' ? entry.sent : undefined;
}

const rangeOf = (total: number) =>
  total === 0 ? 'the recording is empty' : `the recording has entries 0 to ${total - 1}`;

const around = ({ row, findingsAt }: Pick<MatchingEntries, 'row' | 'findingsAt'>) =>
  ({ row, findingsAt, paint: paintFor(process.stdout), columns: process.stdout.columns }) satisfies Surroundings &
    Record<string, unknown>;
