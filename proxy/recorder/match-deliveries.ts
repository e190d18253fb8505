import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { elapsedUs, type ElapsedUs, type Seq } from '#core/units.ts';
import { concat, decodeLossy, LF } from '#core/wire/bytes.ts';
import { sizeOf, type Delayed, type Delivery, type FrameEntry, type Sent, type Side } from '#core/wire/entry.ts';
import type { DeliveryRecord } from '../shim/spool-format.ts';

/** A frame that is not delivered yet: its entry, the offset after it, and the slices written so far. */
interface Waiting {
  readonly seq: Seq;
  readonly end: number;
  readonly parts: Uint8Array[];
  written: Sent | undefined;
}

/** Finds the frames of delivery records. `passed`: bytes of each side in the previous spool file. */
export function createDeliveryMatcher(passed: Readonly<Record<Side, number>>) {
  const ends = { client: passed.client, agent: passed.agent };
  const waiting: Record<Side, Waiting[]> = { client: [], agent: [] };

  return {
    received(entry: FrameEntry): void {
      ends[entry.from] += sizeOf(entry);
      waiting[entry.from].push({ seq: entry.seq, end: ends[entry.from], parts: [], written: undefined });
    },
    /** Bytes that are in no record. */
    missed(of: Side, bytes: number): void {
      ends[of] += bytes;
    },
    /** True if the line end of a record's frame is still to come. */
    isAhead: ({ of, to }: DeliveryRecord): boolean => to > ends[of],
    /** The frames that were not delivered, or only in part. Call it at the end. */
    rest: (): readonly Delivery[] =>
      [...waiting.client.splice(0), ...waiting.agent.splice(0)].map(({ seq, parts, written }) => ({
        kind: 'delivery',
        seq,
        sent: written ? { ...written, bytes: concat(parts) } : { why: [] },
      })),
    deliver({ of, from, to, part, wait }: DeliveryRecord, sent: Sent): readonly (Delivery | Delayed)[] {
      const all = waiting[of];
      const first = all.findIndex(({ end }) => end > from);
      const frame = all[first];
      if (!frame) return [];
      if (wait !== undefined)
        return [
          { kind: 'delayed', seq: frame.seq, until: elapsedUs((sent.elapsed ?? 0) + wait * 1000), why: sent.why },
        ];
      if (part) {
        frame.parts.push(new Uint8Array(sent.bytes ?? [])); // a copy: the reader reuses its memory
        frame.written = sent;
        return [];
      }
      const next = all.findIndex(({ end }, index) => index >= first && end > to);
      const meant = all.splice(first, (next === -1 ? all.length : next) - first);
      return meant.map(({ seq }) => ({ kind: 'delivery', seq, sent }));
    },
  };
}

/** Reads a delivery record. Returns undefined for a record that no shim writes. */
export function readDelivery(
  record: Uint8Array,
  elapsed: ElapsedUs,
): { readonly record: DeliveryRecord; readonly sent: Sent } | undefined {
  const end = record.indexOf(LF);
  const head = parse(decodeLossy(end === -1 ? record : record.subarray(0, end)));
  if (!head) return undefined;
  const { dropped, why = [] } = head;
  const bytes = end === -1 ? undefined : record.slice(end + 1);
  const sent = dropped ? { why } : { elapsed, why, ...(bytes ? { bytes } : {}) };
  return { record: head, sent };
}

function parse(text: string): DeliveryRecord | undefined {
  const value = parseJson(text);
  return isObject(value) && (value['of'] === 'client' || value['of'] === 'agent')
    ? (value as unknown as DeliveryRecord)
    : undefined;
}
