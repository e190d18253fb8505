import type { EntryRow, Grade } from '#core/contract/api.ts';
import { describe } from '#core/protocol/describe.ts';
import { describeEvent } from '#core/trace/describe-event.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import { MESSAGE_KINDS, ORIGINS, seqOfKey } from './place.ts';

/** A row of `selectRows`. `bytes` is NULL where the summary is stored. */
export interface RowRecord {
  readonly place: number;
  readonly at: number;
  readonly origin: number;
  readonly size: number;
  readonly bytes: Uint8Array | null;
  readonly kind: number | null;
  readonly method: string | null;
  readonly rpc_id: string | null;
  readonly session: string | null;
  readonly pair: number | null;
  readonly pair_at: number | null;
  readonly summary: string | null;
  readonly tool_title: string | null;
}

/** Parameters: first and last place of the window, and the recording's `no * 2^32`. */
export const selectRows = `
  SELECT e.place, e.at, e.origin, length(e.bytes) AS size, CASE WHEN m.summary IS NULL THEN e.bytes END AS bytes,
         m.kind, method.text AS method, m.rpc_id, session.text AS session, m.pair, other.at AS pair_at, m.summary,
         tool_call.title AS tool_title
  FROM entry e
  LEFT JOIN message m ON m.place = e.place
  LEFT JOIN name method ON method.no = m.method
  LEFT JOIN name session ON session.no = m.session
  LEFT JOIN tool_call ON tool_call.no = m.tool_call
  LEFT JOIN entry other ON other.place = @base + m.pair
  WHERE e.place BETWEEN @first AND @last
  ORDER BY e.place`;

type RowFindings = EntryRow['findings'];
const NONE: RowFindings = [];

export function toRow(record: RowRecord, findings: ReadonlyMap<number, RowFindings>): EntryRow {
  const { place, at, origin, size, method, rpc_id: id, session, pair, pair_at: pairAt } = record;
  const from = ORIGINS[origin];
  const seq = seqOfKey(place);
  return {
    seq,
    t: at,
    from: from === undefined || from === 'event' ? null : from,
    kind: kindOf(record),
    method,
    id,
    session,
    summary: record.summary ?? summaryOf(record),
    bytes: size,
    pair,
    duration: pairAt === null ? null : Math.abs(at - pairAt),
    findings: findings.get(seq) ?? NONE,
  };
}

function kindOf({ origin, kind }: RowRecord): EntryRow['kind'] {
  const from = ORIGINS[origin];
  if (from === 'stderr' || from === 'event') return from;
  return MESSAGE_KINDS[kind ?? MESSAGE_KINDS.indexOf('invalid')] ?? 'invalid';
}

function summaryOf({ origin, bytes, method, tool_title: toolTitle }: RowRecord): string {
  if (!bytes) return '';
  const from = ORIGINS[origin];
  if (from === 'event') return describeEvent(JSON.parse(decodeLossy(bytes)) as EventEntry['event']); // written by append.ts
  if (from === 'stderr') return line(decodeLossy(bytes));
  const decoded = decodeFrame(bytes);
  const message = decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
  if (message) return describe(message, { method: method ?? undefined, toolTitle: toolTitle ?? undefined });
  return decoded.kind === 'blank' ? 'blank line' : line(decodeLossy(bytes));
}

/** The beginning of a text on one line. Invisible characters stay: whoever shows it makes them visible. */
const line = (text: string) => text.slice(0, 400).replace(/\s+/g, ' ').trim().slice(0, 200);

/** Findings by seq, for one window of rows. */
export function groupFindings(
  found: readonly { seq: number; rule: string; grade: string }[],
): ReadonlyMap<number, RowFindings> {
  const groups = new Map<number, { rule: string; grade: Grade }[]>();
  for (const { seq, rule, grade } of found) {
    const group = groups.get(seq) ?? [];
    group.push({ rule, grade: grade as Grade }); // the table's CHECK
    groups.set(seq, group);
  }
  return groups;
}
