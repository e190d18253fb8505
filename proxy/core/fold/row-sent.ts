import type { EntryRow } from '#core/model/row.ts';
import type { Sent } from '#core/wire/entry.ts';

/** What a row says of a delivery: nothing if the frame was just passed on. */
export const rowSent = (sent: Sent | undefined): Pick<EntryRow, 'sent'> =>
  !sent || (sent.why.length === 0 && sent.elapsed !== undefined)
    ? {}
    : { sent: { t: sent.elapsed ?? null, isChanged: sent.bytes !== undefined, why: sent.why } };
