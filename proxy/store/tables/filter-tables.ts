import { GROUP_KINDS } from '../connection/entry-key.ts';

/**
 * The tables of a filter. `filterSql` (filter-sql.ts) gives a condition on these tables and its parameters; the caller
 * adds `m.place BETWEEN @first AND @last`, so a condition must not use those two names.
 *
 *     m         the entry's message; `kind` is an index of MESSAGE_KINDS; method, session, variant, status are name.no
 *     e         the entry itself: at, origin, bytes
 *     other     the entry of its pair, the request or response: other.at
 *     tool_call the tool call that the message is about, not one that it was sent for: id, title
 *
 * Tables that a condition does not name cost nothing: SQLite leaves them out.
 */
export const FILTER_TABLES = `
  FROM message m
  LEFT JOIN entry e ON e.place = m.place
  LEFT JOIN entry other ON other.place = (m.place & ~4294967295) + m.pair
  LEFT JOIN tool_call ON tool_call.no = m.tool_call`;

/** `grp.kind` of the updates of a tool call, and of requests made for it. */
export const TOOL_CALL_KIND = GROUP_KINDS.indexOf('tool-call');

/** `tool_call.no` of the call that `m` is about, or else of its group's first message. NULL without a call. */
export const CALL_NUMBER = `coalesce(m.tool_call, (
  SELECT f.tool_call FROM grp g JOIN message f ON f.place = (m.place & ~4294967295) + g.first
  WHERE g.place = (m.place & ~4294967295) + m.grp AND g.kind = ${TOOL_CALL_KIND}))`;
