import type { EntryRow, RowKind } from '#core/model/row.ts';
import { describeEvent } from '#core/trace/describe-event.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import { createTrace, type Step } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';

/** The entries as rows for excerpts, like those of the database. */
export function toExcerptRows(entries: readonly Entry[]): readonly EntryRow[] {
  const trace = createTrace();
  return entries.map((entry) => toRow(trace.apply(entry)));
}

function toRow({ entry, messages }: Step): EntryRow {
  const [first] = messages;
  const message = first?.message;
  const id = message && message.kind !== 'notification' ? message.id : undefined;
  return {
    seq: entry.seq,
    t: entry.elapsed,
    from: entry.kind === 'event' ? null : entry.from,
    kind: kindOf(entry, message),
    method: first?.method ?? null,
    id: id ?? null,
    session: first?.session ?? null,
    tool: null,
    summary: first ? describeMessage(first) : entryText(entry),
    bytes: entry.kind === 'event' ? 0 : entry.bytes.length,
    pair: null,
    duration: null,
    findings: [],
  };
}

function kindOf({ kind }: Entry, message: Step['messages'][number]['message'] | undefined): RowKind {
  if (kind !== 'frame') return kind;
  if (message?.kind === 'response') return message.outcome.ok ? 'response' : 'error';
  return message?.kind ?? 'invalid';
}

/** The beginning of the entry on one line. */
const entryText = (entry: Entry): string =>
  entry.kind === 'event'
    ? describeEvent(entry.event)
    : decodeLossy(entry.bytes.subarray(0, 800)).replace(/\s+/g, ' ').trim().slice(0, 200);
