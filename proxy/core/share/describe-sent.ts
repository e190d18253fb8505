import { rowSent } from '#core/fold/row-sent.ts';
import type { EntryRow, FrameChange } from '#core/model/row.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';

/**
 * The intervention on a frame: `acptap: drop, not delivered`, `acptap: hold, edit: "allow" → "reject"`. A change of the
 * whole text has no words: the kind says what it is.
 */
export function describeSent({ t, why, change }: NonNullable<EntryRow['sent']>): string {
  const kinds = why.map(({ kind }) => kind);
  const what = [...kinds, ...(t === null ? ['not delivered'] : [])].join(', ');
  return visible(`acptap: ${what}${change?.pointer ? `: ${describeChange(change)}` : ''}`);
}

function describeChange({ received, delivered, more }: FrameChange): string {
  const others = more === 0 ? '' : ` and ${more} more`;
  return `${received ?? 'nothing'} → ${delivered ?? 'nothing'}${others}`;
}

/** The same for an entry; empty for one that acptap did not touch. */
export function interventionOf(entry: Entry): string {
  const { sent } = entry.kind === 'frame' ? rowSent(entry.sent) : {};
  return sent ? describeSent(sent) : '';
}

/** The text that was delivered instead of an entry. */
export const deliveredText = (entry: Entry): string | undefined =>
  entry.kind === 'frame' && entry.sent?.bytes ? decodeLossy(entry.sent.bytes) : undefined;
