import type { EntryRow } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import type { Stream } from '#core/wire/entry.ts';
import { readQuery, sayUnmatched } from '../filtered.ts';
import { print, printAll, warn } from '../output.ts';
import type { Recording } from '../recording.ts';
import { openRecording } from '../recordings.ts';
import type { Surroundings } from '../render/finding-block.ts';
import type { FindingsShown } from '../render/findings-shown.ts';
import { paintFor } from '../render/paint.ts';
import { renderEntry } from '../render/show-entry.ts';
import { renderRowJson } from '../render/show-json.ts';
import { createRowPrinter } from '../render/show-rows.ts';
import { renderHeader } from '../render/show.ts';

export interface ShowOptions {
  readonly filter?: string;
  readonly from?: Stream;
  readonly entry?: number;
  readonly findings: FindingsShown;
  readonly raw?: boolean;
  readonly json?: boolean;
}

/**
 * `show REF`: the entries of a recording, one a line with its findings below; one entry whole; or exact bytes, of a stream or an
 * entry. 1 when the filter matches nothing.
 */
export async function show(ref: string, options: ShowOptions): Promise<0 | 1> {
  const { filter, from, entry, raw } = options;
  if (raw && from === undefined && entry === undefined)
    throw new AcptapError(
      'usage',
      '--raw gives exact bytes: add --from client, --from agent or --from stderr for those of a stream, or --entry for those of one entry',
    );
  if (raw && filter !== undefined)
    throw new AcptapError('usage', '--raw gives all bytes of a stream: it cannot be combined with --filter');
  if (entry !== undefined && (filter !== undefined || from !== undefined))
    throw new AcptapError(
      'usage',
      '--entry names the one entry to show: it cannot be combined with --filter or --from',
    );
  const matching = filter === undefined ? undefined : (await readQuery(filter)).matching;
  const recording = await openRecording(ref);
  try {
    if (entry !== undefined) return await showEntry(recording, entry, options);
    if (raw && from !== undefined) {
      await printAll(bytesOf(recording, from));
      return 0;
    }
    return await showRows(recording, matching?.(recording), options);
  } finally {
    recording.close();
  }
}

/** The exact bytes of one stream, in order. */
function* bytesOf(recording: Recording, stream: Stream): Generator<Uint8Array> {
  for (const entry of recording.entries()) if (entry.kind !== 'event' && entry.from === stream) yield entry.bytes;
}

async function showRows(
  recording: Recording,
  seqs: ReadonlySet<number> | undefined,
  options: ShowOptions,
): Promise<0 | 1> {
  const { filter, from, json } = options;
  if (!json) await print(renderHeader(recording.summary()));
  const render = json
    ? (row: EntryRow) => renderRowJson(row, recording.bytesAt(row.seq))
    : createRowPrinter(options.findings, around(recording));
  let shown = 0;
  const lines = function* () {
    for (const row of recording.rows(seqs)) {
      if (from !== undefined && row.from !== from) continue;
      shown++;
      yield render(row);
    }
  };
  await printAll(lines());
  if (shown > 0 || filter === undefined) return 0;
  warn(`nothing matches ${filter}${sayUnmatched(filter)}`);
  return 1;
}

async function showEntry(recording: Recording, seq: number, { raw, json }: ShowOptions): Promise<0> {
  const summary = recording.summary();
  const row = recording.row(seq);
  if (!row) throw new AcptapError('usage', `there is no entry ${seq}: ${rangeOf(summary.total)}`);
  const bytes = recording.bytesAt(seq);
  if (raw) await print(bytes);
  else if (json) await print(renderRowJson(row, bytes));
  else await print(renderHeader(summary) + renderEntry(row, bytes, recording.findingsAt(seq), around(recording)));
  return 0;
}

const rangeOf = (total: number) =>
  total === 0 ? 'the recording is empty' : `the recording has entries 0 to ${total - 1}`;

const around = ({ row, findingsAt }: Recording) =>
  ({ row, findingsAt, paint: paintFor(process.stdout), columns: process.stdout.columns }) satisfies Surroundings &
    Record<string, unknown>;
