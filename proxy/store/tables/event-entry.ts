import { elapsedUs, seqOf } from '#core/units.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import { seqOfKey } from '../connection/entry-key.ts';

/** A row of `entry` that is a process event. */
export interface EventRecord {
  readonly place: number;
  readonly at: number;
  readonly bytes: Uint8Array;
}

export const eventEntry = (record: EventRecord): EventEntry => ({
  kind: 'event',
  seq: seqOf(seqOfKey(record.place)),
  elapsed: elapsedUs(record.at),
  event: eventOf(record),
});

export const eventOf = ({ bytes }: Pick<EventRecord, 'bytes'>) =>
  JSON.parse(decodeUtf8(bytes) ?? '{}') as EventEntry['event'] & { readonly [member: string]: unknown }; // written by append.ts
