import { CARD_EVENTS, CARD_GROUPS, CARD_METHODS, CARD_VARIANTS } from '#core/cards/card-kinds.ts';
import type { CardKey } from '#core/cards/conversation-source.ts';
import { setNewest } from '#core/set-newest.ts';
import type { Connection } from '../connection/open.ts';
import { GROUP_KINDS, keyRange, MESSAGE_KINDS, entryKey } from '../connection/entry-key.ts';

interface Known {
  readonly keys: CardKey[];
  /** In order of appearance. */
  readonly sessions: Set<string>;
  /** The number of entries processed. */
  seen: number;
}

/** The most lists kept. The list of a very long recording takes a megabyte or two. */
const MAX_KNOWN = 4;

/**
 * Lists the cards of a conversation in order. Groups are numbered by their first entries, and turns end with the last
 * entry, so new entries only extend a list, and lists are kept.
 */
export function createCardList(connection: Connection) {
  const total = connection
    .prepare(`SELECT coalesce(max(place) - @first + 1, 0) FROM entry WHERE place BETWEEN @first AND @last`)
    .pluck();
  const id = connection.prepare(`SELECT id FROM recording WHERE no = ?`).pluck();
  const since = connection.prepare(`
    SELECT g.first AS seq, g.place - @base AS "group", 'whole' AS part, session.text AS session
    FROM grp g LEFT JOIN name session ON session.no = g.session
    WHERE g.place BETWEEN @base AND @end AND g.first >= @from AND g.first < @to
      AND g.kind IN (SELECT value FROM json_each(@groups))
    UNION ALL
    SELECT m.place - @base, m.grp, CASE WHEN m.variant IS NULL THEN 'whole' ELSE 'entry' END, session.text
    FROM message m LEFT JOIN name session ON session.no = m.session
    WHERE m.place >= @base + @from AND m.place < @base + @to
      AND (m.variant IN (SELECT no FROM name WHERE text IN (SELECT value FROM json_each(@variants)))
           OR m.kind IN (${MESSAGE_KINDS.indexOf('request')}, ${MESSAGE_KINDS.indexOf('notification')})
              AND m.method IN (SELECT no FROM name WHERE text IN (SELECT value FROM json_each(@methods)))
           OR m.kind = ${MESSAGE_KINDS.indexOf('event')}
              AND (SELECT json_extract(CAST(bytes AS TEXT), '$.event') FROM entry e WHERE e.place = m.place)
                  IN (SELECT value FROM json_each(@events)))
    UNION ALL
    SELECT t.ended, m.grp, 'end', t.session
    FROM turn t JOIN message m ON m.place = @base + t.started
    WHERE t.recording = @no AND t.ended >= @from AND t.ended < @to
    ORDER BY seq, "group"`);
  const known = new Map<string, Known>();

  const parameters = {
    groups: JSON.stringify(CARD_GROUPS.map((kind) => GROUP_KINDS.indexOf(kind))),
    variants: JSON.stringify(CARD_VARIANTS),
    methods: JSON.stringify(CARD_METHODS),
    events: JSON.stringify(CARD_EVENTS),
  };

  /** The current list. */
  function listOf(no: number): Known {
    const [first, last] = keyRange(no);
    const name = `${no} ${String(id.get(no))}`; // numbers of removed recordings are used again
    const to = Number(total.get({ first, last }));
    let list = known.get(name);
    if (!list || list.seen > to) list = { keys: [], sessions: new Set(), seen: 0 };
    setNewest(known, name, list, MAX_KNOWN);
    if (list.seen === to) return list;
    const found = since.all({ ...parameters, no, base: entryKey(no, 0), end: last, from: list.seen, to }) as CardKey[];
    for (const key of found) {
      list.keys.push(key);
      if (key.session !== null) list.sessions.add(key.session);
    }
    list.seen = to;
    return list;
  }

  return {
    all: (no: number): readonly CardKey[] => listOf(no).keys,
    /** The sessions of the cards, in order of appearance. */
    sessions: (no: number): readonly string[] => [...listOf(no).sessions],
  };
}
