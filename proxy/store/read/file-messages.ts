import { toCardMessage, type CardMessage } from '#core/cards/card-message.ts';
import { FILE_METHODS, FILE_VARIANTS, type FileMessages } from '#core/files/file-message.ts';
import type { Connection } from '../connection/open.ts';
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
      AND (m.method IN (SELECT value FROM json_each(@methods)) OR m.variant IN (SELECT value FROM json_each(@variants)))
    ORDER BY m.place LIMIT ${WALK}`);
  const lastPlace = connection.prepare('SELECT max(place) FROM message WHERE place BETWEEN ? AND ?').pluck();
  const one = connection.prepare(`${select} WHERE m.place = ?`);

  const read = ({ place, at, origin, bytes, kind, method, session, grp, turn, pair }: MessageRecord) => {
    const from = ORIGINS[origin];
    if (from !== 'client' && from !== 'agent') return [];
    const message = toCardMessage(bytes, { seq: seqOfKey(place), t: at, from }, method ?? undefined);
    const isAnswer = MESSAGE_KINDS[kind] === 'response' || MESSAGE_KINDS[kind] === 'error';
    const answers = isAnswer ? (pair ?? undefined) : undefined;
    const facts = { group: grp, session: session ?? undefined, turn: turn ?? undefined, answers };
    return message ? [{ ...message, ...facts }] : [];
  };

  return {
    /** The messages of one recording, from an entry on. */
    *from(no: number, from: number): Generator<FileMessages> {
      const methods = JSON.stringify(numbers.all(JSON.stringify(FILE_METHODS)));
      const variants = JSON.stringify(numbers.all(JSON.stringify(FILE_VARIANTS)));
      const end = Number(lastPlace.get(...keyRange(no, from)) ?? 0);
      for (let first = entryKey(no, from); first <= end;) {
        const spanEnd = Math.min(first + SPAN - 1, end);
        const records = some.all({ first, last: spanEnd, methods, variants }) as MessageRecord[];
        const last = (records.length === WALK ? records.at(-1)?.place : undefined) ?? spanEnd;
        yield { messages: records.flatMap(read), next: seqOfKey(last) + 1 };
        first = last + 1;
      }
    },
    at: (no: number, seq: number): CardMessage | undefined =>
      (one.all(entryKey(no, seq)) as MessageRecord[]).flatMap(read)[0],
  };
}
