import type { FindingDetail } from '#core/model/finding.ts';
import { MAX_BODY_BYTES, type EntryDetail, type EntryRow } from '#core/model/row.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { decodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import type { EventEntry, Sent } from '#core/wire/entry.ts';

/** An entry with its body, cut if it is very long. `event` is present for rows of kind `event`. */
export function toEntryDetail(
  row: EntryRow,
  body:
    | { readonly bytes: Uint8Array; readonly isBeginning?: boolean; readonly sent?: Sent | undefined }
    | { readonly event: EventEntry['event'] },
  findings: readonly FindingDetail[],
): EntryDetail {
  if ('event' in body) return { row, text: null, base64: null, event: { ...body.event }, cut: false, findings };
  const { bytes, isBeginning = false, sent } = body;
  const shown = shownOf(bytes);
  return {
    row,
    ...shown,
    event: null,
    cut: row.cut !== undefined || shown.cut,
    ...(isBeginning ? { isBeginning } : {}),
    ...(sent?.bytes ? { delivered: shownOf(sent.bytes) } : {}),
    findings,
  };
}

/** A body as text, or as base64 if it is not valid UTF-8, up to the longest shown length. */
function shownOf(bytes: Uint8Array): Pick<EntryDetail, 'text' | 'base64' | 'cut'> {
  const text = decodeUtf8(bytes);
  if (text !== undefined)
    return { text: text.slice(0, MAX_BODY_BYTES), base64: null, cut: text.length > MAX_BODY_BYTES };
  return {
    text: null,
    base64: toBase64(bytes.subarray(0, MAX_BODY_BYTES)),
    cut: bytes.length > MAX_BODY_BYTES,
  };
}

/** A finding as stored, without the texts of its rule. */
export type KeptFinding = Omit<FindingDetail, 'source' | 'requires' | 'peers'>;

/** Adds the texts of the rule to a finding. */
export function toFindingDetail(finding: KeptFinding): FindingDetail {
  const { source = '', requires = '', peers = '' } = rulesById.get(finding.rule) ?? {};
  return { ...finding, source, requires, peers };
}

/** Adds the texts of the rule to a finding of the judge. */
export function toDetail(finding: Finding): FindingDetail {
  const { rule, grade, side, seq, message, expected = null, seen = null, pointer = null, related = [] } = finding;
  return toFindingDetail({ rule, grade, side, seq, related, pointer, message, expected, seen });
}

const rulesById = new Map(catalogue.map((rule) => [rule.id, rule]));
