import { toCardMessage, toInjectedMessage, type CardMessage } from '#core/cards/card-message.ts';
import { FILE_METHODS, FILE_VARIANTS, type FileMessage, type FileMessages } from '#core/files/file-message.ts';
import type { Connection } from '../connection/open.ts';
import type { Sent } from '#core/wire/entry.ts';
import { createDeliveryReader } from '../tables/deliveries.ts';
import { eventEntry } from '../tables/event-entry.ts';
import { keyRange, MESSAGE_KINDS, ORIGINS, entryKey, seqOfKey } from '../connection/entry-key.ts';

interface MessageRecord {
  readonly place: number;
  readonly at: number;
  readonly origin: number;
  readonly bytes: Uint8Array;
  readonly kind: number;
  readonly method: string | null;
  readonly session: string | null;
  readonly grp: number;
  readonly turn: number | null;
  readonly pair: number | null;
}

/** Messages read at a time. Few, because each may hold a file. */
const WALK = 100;

/** Entries that one statement searches, because most are about no file. Takes a few milliseconds. */
const SPAN = 20_000;

/** Reads the messages about files, with their group, session, turn and request. */
export function createFileMessageReader(connection: Connection) {
  const select = `
    SELECT m.place, e.at, e.origin, e.bytes, m.kind, method.text AS method, session.text AS session, m.grp, m.turn, m.pair
    FROM message m JOIN entry e ON e.place = m.place
    LEFT JOIN name method ON method.no = m.method LEFT JOIN name session ON session.no = m.session`;
  const numbers = connection.prepare(`SELECT no FROM name WHERE text IN (SELECT value FROM json_each(?))`).pluck();
  const some = connection.prepare(`${select}
    WHERE m.place BETWEEN @first AND @last
      AND (m.method IN (SELECT value FROM json_each(@methods)) OR m.variant IN (SELECT value FROM json_each(@variants))
        OR m.kind = ${MESSAGE_KINDS.indexOf('event')} AND json_extract(CAST(e.bytes AS TEXT), '$.event') = 'injected')
    ORDER BY m.place LIMIT ${WALK}`);
  const lastPlace = connection.prepare('SELECT max(place) FROM message WHERE place BETWEEN ? AND ?').pluck();
  const one = connection.prepare(`${select} WHERE m.place = ?`);
  const isLive = connection.prepare(`SELECT state = 'live' FROM recording WHERE no = ?`).pluck();
  const deliveries = createDeliveryReader(connection);

  function read(record: MessageRecord, sent: Sent | undefined): readonly FileMessage[] {
    const { place, at, origin, bytes, kind, method, session, grp, turn, pair } = record;
    const from = ORIGINS[origin];
    const facts = { group: grp, session: session ?? undefined, turn: turn ?? undefined };
    if (from === 'event') {
      const injected = toInjectedMessage(eventEntry(record), undefined);
      if (injected?.message.kind !== 'response') return [];
      return [{ ...injected, ...facts, answers: undefined, isInjected: true }];
    }
    if (from !== 'client' && from !== 'agent') return [];
    const message = toCardMessage(bytes, { seq: seqOfKey(place), t: at, from }, method ?? undefined, sent);
    const isAnswer = MESSAGE_KINDS[kind] === 'response' || MESSAGE_KINDS[kind] === 'error';
    const answers = isAnswer ? (pair ?? undefined) : undefined;
    return message ? [{ ...message, ...facts, answers }] : [];
  }

  const sentOf = (no: number, records: readonly MessageRecord[]) =>
    deliveries.among(no, JSON.stringify(records.map(({ place }) => seqOfKey(place))));

  return {
    /**
     * The messages of one recording, from an entry on. In a live one with interventions, ends before the first message that
     * is on its way: acptap may yet change it.
     */
    *from(no: number, from: number): Generator<FileMessages> {
      const methods = JSON.stringify(numbers.all(JSON.stringify(FILE_METHODS)));
      const variants = JSON.stringify(numbers.all(JSON.stringify(FILE_VARIANTS)));
      const mayWait = isLive.get(no) === 1 && deliveries.any(no);
      const end = Number(lastPlace.get(...keyRange(no, from)) ?? 0);
      for (let first = entryKey(no, from); first <= end;) {
        const spanEnd = Math.min(first + SPAN - 1, end);
        const records = some.all({ first, last: spanEnd, methods, variants }) as MessageRecord[];
        const sent = sentOf(no, records);
        const isWaiting = ({ place, origin }: MessageRecord) =>
          mayWait && ORIGINS[origin] !== 'event' && !sent.has(seqOfKey(place));
        const waiting = records.findIndex(isWaiting);
        const known = waiting === -1 ? records : records.slice(0, waiting);
        const messages = known.flatMap((record) => read(record, sent.get(seqOfKey(record.place))));
        if (waiting !== -1) return void (yield { messages, next: seqOfKey(records[waiting]?.place ?? first) });
        const last = (records.length === WALK ? records.at(-1)?.place : undefined) ?? spanEnd;
        yield { messages, next: seqOfKey(last) + 1 };
        first = last + 1;
      }
    },
    at(no: number, seq: number): CardMessage | undefined {
      const records = one.all(entryKey(no, seq)) as MessageRecord[];
      const sent = sentOf(no, records);
      return records.flatMap((record) => read(record, sent.get(seq)))[0];
    },
  };
}
