import { RANKS } from '#core/model/finding.ts';
import { MAX_CARD_ENTRIES, MAX_INJECTED_DISTANCE, TERMINAL_VARIANTS } from '#core/cards/card-kinds.ts';
import type { ConversationSource } from '#core/cards/conversation-source.ts';
import { toCardMessage, toInjectedAnswer, type CardMessage } from '#core/cards/card-message.ts';
import { sumInterventions, toIntervention } from '#core/fold/interventions.ts';
import { rowSent } from '#core/fold/row-sent.ts';
import type { Wait } from '#core/model/axis.ts';
import type { CardPlace } from '#core/model/cards.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import { createDeliveryReader } from '../tables/deliveries.ts';
import { waitingOf, withInterventions } from './group-rows.ts';
import type { Connection } from '../connection/open.ts';
import { eventEntry, type EventRecord } from '../tables/event-entry.ts';
import { GROUP_KINDS, integer, keyRange, MESSAGE_KINDS, ORIGINS, entryKey, seqOfKey } from '../connection/entry-key.ts';

interface GroupRecord {
  readonly kind: number;
  readonly turn: number | null;
  readonly session: string | null;
  readonly entries: number;
  readonly first: number;
  readonly last: number;
  readonly until: number | null;
  readonly findings: number;
  readonly worst: number;
  readonly at: number;
  readonly human: number;
  readonly client: number;
  readonly acptap: number;
  readonly waiting_on: Wait['on'] | null;
  readonly waiting_since: number | null;
}

interface MessageRecord {
  readonly place: number;
  readonly at: number;
  readonly origin: number;
  readonly bytes: Uint8Array;
  readonly method: string | null;
}

/** Reads the groups and messages that become the cards of a conversation. */
export function createCardReader(connection: Connection) {
  const group = connection.prepare(`
    SELECT g.kind, g.turn, name.text AS session, g.entries, g.first, g.last, g.until, g.findings, g.worst, e.at,
           g.human, g.client, g.acptap, g.waiting_on, g.waiting_since
    FROM grp g JOIN entry e ON e.place = ${integer('@base')} + g.first LEFT JOIN name ON name.no = g.session
    WHERE g.place = ${integer('@place')}`);
  const messagesWhere = (condition: string, order: 'ASC' | 'DESC' = 'ASC') =>
    connection.prepare(`
      SELECT m.place, e.at, e.origin, e.bytes, name.text AS method
      FROM message m JOIN entry e ON e.place = m.place LEFT JOIN name ON name.no = m.method
      WHERE ${condition} ORDER BY m.place ${order} LIMIT ${MAX_CARD_ENTRIES}`);
  const one = messagesWhere(`m.place = ${integer('?')}`);
  const ofGroup = `m.place BETWEEN ${integer('@first')} AND ${integer('@last')} AND m.grp = ${integer('@grp')}`;
  const oldest = messagesWhere(ofGroup);
  const latest = messagesWhere(ofGroup, 'DESC');
  const exchange = messagesWhere(
    `m.place = @first OR m.place = @base + (SELECT pair FROM message WHERE place = @first)`,
  );
  const printed = messagesWhere(`m.place BETWEEN @first AND @last
    AND m.session = (SELECT no FROM name WHERE text = @session)
    AND m.variant IN (SELECT no FROM name WHERE text IN (SELECT value FROM json_each(@variants)))`);
  const usage = messagesWhere(`m.place = (
    SELECT max(place) FROM message WHERE place BETWEEN @first AND @last
      AND session = (SELECT no FROM name WHERE text = @session)
      AND variant = (SELECT no FROM name WHERE text = 'usage_update'))`);
  const hasVariant = connection
    .prepare(`SELECT 1 FROM name WHERE text IN (SELECT value FROM json_each(?)) LIMIT 1`)
    .pluck();
  const findings = connection.prepare(`
    SELECT count(*) AS count, max(CASE grade WHEN 'error' THEN 3 WHEN 'warning' THEN 2 ELSE 1 END) AS worst
    FROM finding WHERE recording = ? AND seq = ?`);
  const groupNo = connection.prepare(`SELECT grp FROM message WHERE place = ?`).pluck();
  const timeOf = connection.prepare(`SELECT at FROM entry WHERE place = ?`).pluck();
  const bytesOf = connection.prepare(`SELECT bytes FROM entry WHERE place = ?`).pluck();

  const events = connection.prepare(`
    SELECT m.place, e.at, e.bytes FROM message m JOIN entry e ON e.place = m.place
    WHERE m.place > ? AND m.place <= ? AND m.kind = ${MESSAGE_KINDS.indexOf('event')} ORDER BY m.place`);

  const deliveries = createDeliveryReader(connection);

  /** Returns the reader of one recording. */
  return (no: number): Omit<ConversationSource, 'keys' | 'sessions' | 'revision'> => {
    const base = entryKey(no, 0);
    const place = (seq: number) => base + seq;

    function read(found: unknown[]): readonly CardMessage[] {
      const records = found as MessageRecord[];
      const sent = deliveries.among(no, JSON.stringify(records.map((record) => seqOfKey(record.place))));
      return records.flatMap(({ place: at, at: t, origin, bytes, method }) => {
        const from = ORIGINS[origin];
        if (from !== 'client' && from !== 'agent') return [];
        const seq = seqOfKey(at);
        return toCardMessage(bytes, { seq, t, from }, method ?? undefined, sent.get(seq)) ?? [];
      });
    }

    return {
      group(grp) {
        const record = group.get({ base, place: place(grp) }) as GroupRecord | undefined;
        if (!record) return undefined;
        const { kind, turn, session, entries, first, last, at: t, until, findings: count, worst } = record;
        const found = toFindings({ count, worst });
        const { human, client, acptap } = record;
        const waited = { human, client, acptap, waiting: waitingOf(record) };
        const facts = { kind: GROUP_KINDS[kind] ?? 'event', turn, session, entries, first, last, t, until, waited };
        const touched = deliveries.inGroups(no, [{ no: grp, first, last }]);
        return withInterventions({ ...facts, findings: found }, touched.get(grp));
      },
      groupOf: (seq) => groupNo.get(place(seq)) as number | undefined, // the column's type
      timeOf: (seq) => Number(timeOf.get(place(seq))),
      findingsAt: (seq) => toFindings(findings.get(no, seq) as { count: number; worst: number | null }),
      interventionAt(seq) {
        const { sent } = rowSent(deliveries.between(no, seq, seq).get(seq));
        return sent && sumInterventions([toIntervention(sent, seq)], (changed) => deliveries.changeAt(no, changed));
      },
      eventAt(seq) {
        const bytes = bytesOf.get(place(seq)) as Uint8Array | undefined;
        return bytes && (JSON.parse(decodeLossy(bytes)) as EventEntry['event']); // written by append.ts
      },
      message: (seq) => read(one.all(place(seq))),
      injectedAnswer(request) {
        const range = [place(request.seq), place(request.seq + MAX_INJECTED_DISTANCE)];
        for (const record of events.iterate(range) as Iterable<EventRecord>) {
          const answer = toInjectedAnswer(eventEntry(record), request);
          if (answer) return answer;
        }
        return undefined;
      },
      exchange: (seq) => read(exchange.all({ base, first: place(seq) })),
      messages(grp, { first, last }, which) {
        const range = { first: place(first), last: place(last), grp };
        return which === 'last' ? read(latest.all(range).toReversed()) : read(oldest.all(range));
      },
      printed(session) {
        const variants = JSON.stringify(TERMINAL_VARIANTS);
        if (hasVariant.get(variants) === undefined) return [];
        const [first, last] = keyRange(no);
        return read(printed.all({ first, last, session, variants }));
      },
      lastUsage: (session, from, to) => read(usage.all({ first: place(from), last: place(to), session })),
    };
  };
}

function toFindings({
  count,
  worst,
}: {
  readonly count: number;
  readonly worst: number | null;
}): CardPlace['findings'] {
  const grade = RANKS[worst ?? 0] ?? null;
  return count === 0 || grade === null ? null : { grade, count };
}
