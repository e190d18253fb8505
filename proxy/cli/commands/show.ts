import type { EntryRow } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import { parseFilter, toPredicate } from '#core/filter/filter.ts';
import type { Stream } from '#core/wire/entry.ts';
import { print, printAll } from '../output.ts';
import { findRecording, type Found } from '../recordings.ts';
import { renderHeader, renderRow } from '../render/show.ts';
import { renderRowJson } from '../render/show-json.ts';

export interface ShowOptions {
  readonly filter?: string;
  readonly from?: Stream;
  readonly raw?: boolean;
  readonly json?: boolean;
}

/** Rows a time. */
const WINDOW = 500;

/** `show REF`: the entries of a recording, one a line; or the exact bytes of one stream. */
export async function show(ref: string, options: ShowOptions): Promise<void> {
  const { filter, from, raw, json } = options;
  if (raw && from === undefined)
    throw new AcptapError(
      'usage',
      '--raw gives the bytes of one stream: add --from client, --from agent or --from stderr',
    );
  if (raw && filter !== undefined)
    throw new AcptapError('usage', '--raw gives all bytes of a stream: it cannot be combined with --filter');
  const matches = toPredicate(parseFilter(filter ?? ''));
  const found = await findRecording(ref);
  try {
    if (raw && from !== undefined) return await printAll(found.store.read.bytes(found.no, from));
    if (!json) await print(renderHeader(found.summary));
    await printAll(lines(found, (row) => (from === undefined || row.from === from) && matches(row), json ?? false));
  } finally {
    found.store.close();
  }
}

function* lines({ store, no, summary }: Found, matches: (row: EntryRow) => boolean, json: boolean): Generator<string> {
  for (let from = 0; from < summary.total; from += WINDOW)
    for (const row of store.read.rows(no, from, Math.min(WINDOW, summary.total - from)))
      if (matches(row))
        yield json ? renderRowJson(row, store.read.entryBytes(no, row.seq) ?? new Uint8Array()) : renderRow(row);
}
