import { GROUP_KINDS } from './place.ts';

/**
 * Where a filter looks. `filterSql` (filter-sql.ts) gives a condition on these tables and its parameters; whoever asks adds
 * `m.place BETWEEN @first AND @last`, so a condition must not use those two names.
 *
 *     m         the entry's message: kind, method, rpc_id, session, pair, tool_call, grp, turn, variant, status (numbers: place.ts, name.no)
 *     e         the entry itself: at, origin, bytes
 *     other     the other half's entry: other.at
 *     tool_call the tool call it speaks of (not: was made for): id, title
 *
 * Tables that a condition does not name cost nothing: SQLite leaves them out.
 */
export const MATCHING = `
  FROM message m
  LEFT JOIN entry e ON e.place = m.place
  LEFT JOIN entry other ON other.place = (m.place & ~4294967295) + m.pair
  LEFT JOIN tool_call ON tool_call.no = m.tool_call`;

/**
 * Adds `call`: the tool call that an entry `m` is about, or else that its group is of, which was begun by a message about it.
 * `@base` is the recording's `no * 2^32`.
 */
export const CALLED = `
  LEFT JOIN grp called ON m.tool_call IS NULL AND called.place = @base + m.grp AND called.kind = ${GROUP_KINDS.indexOf('tool-call')}
  LEFT JOIN message caller ON caller.place = @base + called.first
  LEFT JOIN tool_call call ON call.no = coalesce(m.tool_call, caller.tool_call)`;
