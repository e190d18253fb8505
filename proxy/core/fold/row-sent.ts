import type { EntryRow, FrameChange } from '#core/model/row.ts';
import type { Sent } from '#core/wire/entry.ts';

/** The member `sent` of a row; no member if the frame was delivered without an intervention. */
export const rowSent = (sent: Sent | undefined): Pick<EntryRow, 'sent'> =>
  !sent || (sent.why.length === 0 && sent.elapsed !== undefined)
    ? {}
    : { sent: { t: sent.elapsed ?? null, isChanged: sent.bytes !== undefined, why: sent.why } };

/** Adds the changed value to a row, for lists that people read. `changeAt` compares the frame with its delivery. */
export function withChange(row: EntryRow, changeAt: (seq: number) => FrameChange | undefined): EntryRow {
  const change = row.sent?.isChanged ? changeAt(row.seq) : undefined;
  return row.sent && change ? { ...row, sent: { ...row.sent, change } } : row;
}
