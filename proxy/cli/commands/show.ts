import type { EntryRow } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import { parseFilter, toPredicate } from '#core/filter/filter.ts';
import type { Stream } from '#core/wire/entry.ts';
import { print, printAll, warn } from '../output.ts';
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

/** `show REF`: the entries of a recording, one a line; or the exact bytes of one stream. 1 when the filter matches nothing. */
export async function show(ref: string, options: ShowOptions): Promise<0 | 1> {
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
    if (raw && from !== undefined) {
      await printAll(found.store.read.bytes(found.no, from));
      return 0;
    }
    if (!json) await print(renderHeader(found.summary));
    let shown = 0;
    const wanted = (row: EntryRow) => (from === undefined || row.from === from) && matches(row);
    await printAll(lines(found, (row) => wanted(row) && ++shown > 0, json ?? false));
    if (shown > 0 || filter === undefined) return 0;
    warn(`nothing matches ${filter}`);
    return 1;
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
