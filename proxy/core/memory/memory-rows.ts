import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { searchedText, withoutLineEnd } from '#core/filter/searched-text.ts';
import { rowOwn } from '#core/fold/row-own.ts';
import { changeIn } from '#core/fold/frame-change.ts';
import { rowSent, withChange } from '#core/fold/row-sent.ts';
import type { EntryRow } from '#core/model/row.ts';
import { describeEntry } from '#core/trace/describe-entry.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import { rowComment } from '#core/wire/entry-comment.ts';
import { sizeOf, type Entry } from '#core/wire/entry.ts';
import type { Memory } from './memory.ts';
import type { RecordingIndex } from './recording-index.ts';

/** The bytes of an entry as stored in a database; for a process event, its JSON. */
export const bytesOf = (entry: Entry): Uint8Array => (entry.kind === 'event' ? encodeUtf8(jsonOf(entry)) : entry.bytes);

/** An entry as a row of a list. @throws {RangeError} if it does not exist. */
export const rowOf = (memory: Memory, seq: number): EntryRow => toRow(factsOf(memory, seq));

/** The facts of an entry for filters and rows. @throws {RangeError} if it does not exist. */
export function factsOf(memory: Memory, seq: number): RowFacts {
  const entry = memory.entries[seq];
  if (!entry) throw new RangeError(`there is no entry ${seq}`);
  return factsIn(memory, entry);
}

type RowFacts = FilterFacts & Omit<EntryRow, 'summary'>;

/** Makes the row from the facts. */
export function toRow(facts: RowFacts): EntryRow {
  const { summary, text: _, turn: _turn, update: _update, status: _status, ...row } = facts;
  return { ...row, summary: summary() };
}

/** The same, with the first value that acptap changed in the entry. */
export const toRowWithChange = (facts: RowFacts, entry: Entry): EntryRow =>
  withChange(toRow(facts), () => changeIn(entry));

/**
 * Like `factsOf`, with the entry given, and its frame if it is already decoded. @throws {RangeError} if it is not in
 * the index.
 */
export function factsIn(index: RecordingIndex, entry: Entry, decoded?: Decoded): RowFacts {
  const { seq } = entry;
  const meaning = index.meanings[seq];
  if (!meaning) throw new RangeError(`there is no entry ${seq}`);
  const { kind, method = null, id = null, session = null, turn = null, variant = null } = meaning;
  const pair = index.pairOf(seq);
  const call = index.callOf(seq);
  return {
    seq,
    t: entry.elapsed,
    from: entry.kind === 'event' ? null : entry.from,
    kind,
    method,
    id,
    session,
    bytes: entry.kind === 'event' ? bytesOf(entry).length : sizeOf(entry),
    ...(entry.kind === 'frame' && entry.cut ? { cut: entry.cut } : {}),
    ...(entry.kind === 'frame' ? rowSent(entry.sent) : {}),
    ...(entry.kind === 'event' ? rowOwn(entry.event) : {}),
    pair: pair?.seq ?? null,
    duration: pair?.duration ?? null,
    findings: index.findingsAt(seq).map(({ rule, grade }) => ({ rule, grade })),
    ...rowComment(entry.extra),
    turn,
    tool: call ? { id: call.id, title: call.title ?? null } : null,
    update: variant,
    status: index.statusOf(seq) ?? null,
    summary: () => meaning.summary ?? summaryOf(entry, decoded, method, index.toolOf(seq)?.title),
    text: () => (entry.kind === 'event' ? withoutLineEnd(jsonOf(entry)) : searchedText(entry.bytes)),
  };
}

const jsonOf = ({ event }: Extract<Entry, { kind: 'event' }>): string => JSON.stringify(event);

const summaryOf = (
  entry: Entry,
  decoded: Decoded | undefined,
  method: string | null,
  toolTitle: string | undefined,
): string =>
  describeEntry({
    from: entry.kind === 'event' ? 'event' : entry.from,
    body: entry.kind === 'event' ? jsonOf(entry) : entry.bytes,
    decoded,
    method: method ?? undefined,
    toolTitle,
  });
