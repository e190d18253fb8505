import { rowOwn } from '#core/fold/row-own.ts';
import { rowSent } from '#core/fold/row-sent.ts';
import type { Grade } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import { describeEntry } from '#core/trace/describe-entry.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { rowComment } from '#core/wire/entry-comment.ts';
import type { EventEntry, Sent } from '#core/wire/entry.ts';
import { CALL_NUMBER } from './filter-tables.ts';
import { MESSAGE_KINDS, ORIGINS, seqOfKey } from '../connection/entry-key.ts';

/** A row of `selectRows`. `bytes` is NULL for frames with a stored summary. */
export interface RowRecord {
  readonly place: number;
  readonly at: number;
  readonly origin: number;
  readonly size: number;
  readonly bytes: Uint8Array | null;
  readonly kind: number;
  readonly method: string | null;
  readonly rpc_id: string | null;
  readonly session: string | null;
  readonly pair: number | null;
  readonly pair_at: number | null;
  readonly summary: string | null;
  readonly tool_title: string | null;
  readonly call_id: string | null;
  readonly call_title: string | null;
  readonly grp: number;
  readonly cut_bytes: number | null;
  readonly sha256: string | null;
  readonly extra: string | null;
}

/** Parameters: the recording's `no * 2^32`, and those of the condition on `e.place`. */
export const selectRows = (condition: string): string => `
  SELECT e.place, e.at, e.origin, length(e.bytes) AS size, CASE WHEN m.summary IS NULL OR e.origin = ${ORIGINS.indexOf('event')} THEN e.bytes END AS bytes,
         m.kind, method.text AS method, m.rpc_id, session.text AS session, m.pair, other.at AS pair_at, m.summary,
         tool_call.title AS tool_title, call.id AS call_id, call.title AS call_title, m.grp,
         cut.bytes AS cut_bytes, cut.sha256, e.extra
  FROM entry e
  JOIN message m ON m.place = e.place
  LEFT JOIN name method ON method.no = m.method
  LEFT JOIN name session ON session.no = m.session
  LEFT JOIN tool_call ON tool_call.no = m.tool_call
  LEFT JOIN tool_call call ON call.no = ${CALL_NUMBER}
  LEFT JOIN cut ON cut.recording = e.recording AND cut.seq = e.seq
  LEFT JOIN entry other ON other.place = @base + m.pair
  WHERE ${condition}
  ORDER BY e.place`;

/** The inputs of a summary. `bytes` is a string if the caller has the text, and the text is valid UTF-8. */
interface Summarized extends Pick<RowRecord, 'origin' | 'method' | 'tool_title'> {
  readonly bytes: Uint8Array | string | null;
}

type RowFindings = EntryRow['findings'];
const NONE: RowFindings = [];

export function toRow(record: RowRecord, findings: ReadonlyMap<number, RowFindings>, sent: Sent | undefined): EntryRow {
  const { place, at, origin, size, method, rpc_id: id, session, pair, pair_at: pairAt } = record;
  const from = ORIGINS[origin];
  const seq = seqOfKey(place);
  return {
    seq,
    t: at,
    from: from === undefined || from === 'event' ? null : from,
    kind: MESSAGE_KINDS[record.kind] ?? 'invalid',
    method,
    id,
    session,
    tool: record.call_id === null ? null : { id: record.call_id, title: record.call_title },
    summary: record.summary ?? summaryOf(record),
    bytes: record.cut_bytes ?? size,
    ...(record.cut_bytes !== null && record.sha256 !== null
      ? { cut: { bytes: record.cut_bytes, sha256: record.sha256 } }
      : {}),
    ...rowSent(sent),
    ...(from === 'event' && record.bytes ? rowOwn(eventIn(record.bytes)) : {}),
    pair,
    duration: pairAt === null ? null : Math.abs(at - pairAt),
    findings: findings.get(seq) ?? NONE,
    ...rowComment(record.extra),
  };
}

/** Written by append.ts. */
const eventIn = (bytes: Uint8Array) => JSON.parse(decodeLossy(bytes)) as EventEntry['event'];

/** A summary of an entry on one line, made from its bytes. */
export function summaryOf({ origin, bytes, method, tool_title: toolTitle }: Summarized): string {
  if (!bytes) return '';
  return describeEntry({
    from: ORIGINS[origin],
    body: bytes,
    method: method ?? undefined,
    toolTitle: toolTitle ?? undefined,
  });
}

/** Findings by seq, for one window of rows. */
export function groupFindings(
  found: readonly { seq: number; rule: string; grade: string }[],
): ReadonlyMap<number, RowFindings> {
  const groups = new Map<number, { rule: string; grade: Grade }[]>();
  for (const { seq, rule, grade } of found) {
    const group = groups.get(seq) ?? [];
    group.push({ rule, grade: grade as Grade }); // checked by the table
    groups.set(seq, group);
  }
  return groups;
}
