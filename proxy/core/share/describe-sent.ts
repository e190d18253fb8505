import { rowSent } from '#core/fold/row-sent.ts';
import type { EntryRow } from '#core/model/row.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';

/** What acptap did with a frame: `acptap: corrupt`, `acptap: drop, not delivered`. */
export function describeSent({ t, why }: NonNullable<EntryRow['sent']>): string {
  const kinds = why.map(({ kind }) => kind);
  return visible(`acptap: ${[...kinds, ...(t === null ? ['not delivered'] : [])].join(', ')}`);
}

/** The same for an entry; empty for one that acptap did not touch. */
export function interventionOf(entry: Entry): string {
  const { sent } = entry.kind === 'frame' ? rowSent(entry.sent) : {};
  return sent ? describeSent(sent) : '';
}

/** The text that was delivered instead of an entry. */
export const deliveredText = (entry: Entry): string | undefined =>
  entry.kind === 'frame' && entry.sent?.bytes ? decodeLossy(entry.sent.bytes) : undefined;
