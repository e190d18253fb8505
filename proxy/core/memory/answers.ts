import type { ValueCount, ValueField } from '#core/contract/timeline.ts';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { toDetail, toEntryDetail } from '#core/fold/entry-detail.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { MAX_TURNS, type TurnRow } from '#core/model/group.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import type { Memory } from './memory.ts';
import type { RecordingIndex } from './recording-index.ts';
import { factsOf, rowOf } from './memory-rows.ts';

/** The entry of a recording in a list. */
export function recordingSummary({
  header,
  end,
  counts,
  total,
  lastAt,
  findings,
  handshake,
  waiting,
}: RecordingIndex): RecordingSummary {
  const { id, name, startedAt, command, cwd, comments = [] } = header;
  const graded = { error: 0, warning: 0, note: 0 };
  for (const { grade } of findings) graded[grade] += 1;
  const { protocolVersion, agent = null, client = null } = handshake;
  return {
    id,
    name: name || null,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(end.endedAt).toISOString(),
    state: end.state,
    command,
    cwd,
    agent,
    client,
    protocolVersion: protocolVersion !== undefined && Number.isSafeInteger(protocolVersion) ? protocolVersion : null,
    entries: counts,
    findings: graded,
    total,
    exit: end.exit ?? null,
    waiting,
    ...(lastAt === undefined ? {} : { lastAt }),
    ...(header.interventions ? { interventions: true } : {}),
    size: null,
    pinned: false,
    comments,
  };
}

/** An entry with its body; undefined if it does not exist. */
export function entryOf(memory: Memory, seq: number): EntryDetail | undefined {
  const entry = memory.entries[seq];
  if (!entry) return undefined;
  const frame = entry.kind === 'frame' ? entry : undefined;
  const body =
    entry.kind === 'event'
      ? { event: entry.event }
      : { bytes: entry.bytes, isBeginning: frame?.cut !== undefined, sent: frame?.sent };
  return toEntryDetail(rowOf(memory, seq), body, findingsAt(memory, seq));
}

/** All findings, by seq. */
export const findingsOf = ({ findings }: RecordingIndex): readonly FindingDetail[] =>
  findings.toSorted((one, other) => one.seq - other.seq).map(toDetail);

/** The findings of an entry. */
export const findingsAt = (index: RecordingIndex, seq: number): readonly FindingDetail[] =>
  index.findingsAt(seq).map(toDetail);

/** The last MAX_TURNS prompt turns that begin up to the entry `to`, in order. */
export function turnsOf(memory: Memory, to = Number.POSITIVE_INFINITY): readonly TurnRow[] {
  const begun = memory.turns.filter(({ started }) => started.seq <= to);
  return begun.slice(-MAX_TURNS).map(({ number, session, started, ended, outcome = null }) => ({
    number,
    session,
    group: memory.meanings[started.seq]?.group ?? 0,
    first: started.seq,
    last: ended?.seq ?? null,
    t: started.elapsed,
    until: ended?.elapsed ?? null,
    outcome,
    title: rowOf(memory, started.seq).summary,
  }));
}

/** The values of a filter field in the entries from `from` up to `to` (not included). */
export function* valuesBetween(memory: Memory, field: ValueField, from: number, to: number): Generator<ValueCount> {
  for (let seq = from; seq < to; seq++)
    for (const value of new Set(values[field](factsOf(memory, seq)))) yield { value, count: 1 };
}

const one = (value: string | number | null): readonly string[] => (value === null ? [] : [String(value)]);

const values: { readonly [field in ValueField]: (facts: FilterFacts) => readonly string[] } = {
  method: ({ method }) => one(method),
  kind: ({ kind }) => one(kind),
  from: ({ from }) => one(from),
  id: ({ id }) => one(id),
  session: ({ session }) => one(session),
  turn: ({ turn }) => one(turn),
  tool: ({ tool }) => one(tool && (tool.title ?? tool.id)),
  update: ({ update }) => one(update),
  status: ({ status }) => one(status),
  rule: ({ findings }) => findings.map(({ rule }) => rule),
};
