import type { FindingDetail } from '#core/model/finding.ts';
import { MAX_BODY_BYTES, type EntryDetail, type EntryRow } from '#core/model/row.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { decodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import type { EventEntry } from '#core/wire/entry.ts';

/** An entry with its body, cut if it is very long. `event` is present for rows of kind `event`. */
export function toEntryDetail(
  row: EntryRow,
  body: { readonly bytes: Uint8Array; readonly isBeginning?: boolean } | { readonly event: EventEntry['event'] },
  findings: readonly FindingDetail[],
): EntryDetail {
  if ('event' in body) return { row, text: null, base64: null, event: { ...body.event }, cut: false, findings };
  const { bytes, isBeginning = false } = body;
  const whole = decodeUtf8(bytes);
  const shown = bytes.subarray(0, MAX_BODY_BYTES);
  return {
    row,
    text: whole === undefined ? null : whole.slice(0, MAX_BODY_BYTES),
    base64: whole === undefined ? toBase64(shown) : null,
    event: null,
    cut: row.cut !== undefined || (whole === undefined ? shown.length < bytes.length : whole.length > MAX_BODY_BYTES),
    ...(isBeginning ? { isBeginning } : {}),
    findings,
  };
}

/** A finding as stored, without the texts of its rule. */
export type KeptFinding = Omit<FindingDetail, 'source' | 'requires' | 'peers'>;

/** Adds the texts of the rule to a finding. */
export function toFindingDetail(finding: KeptFinding): FindingDetail {
  const { source = '', requires = '', peers = '' } = rulesById.get(finding.rule) ?? {};
  return { ...finding, source, requires, peers };
}

const rulesById = new Map(catalogue.map((rule) => [rule.id, rule]));
