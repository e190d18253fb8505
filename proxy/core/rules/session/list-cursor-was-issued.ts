import { stringAt } from '#core/json/json.ts';
import { addNewest } from '#core/set-newest.ts';
import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** How many cursors are remembered. */
const MAX_REMEMBERED = 1024;

export default defineRule({
  id: 'session/list-cursor-was-issued',
  grade: 'warning',
  binds: 'client',
  versions: [1, 2],
  requires:
    'The client asks for a further page of sessions with a cursor that the agent gave it on this connection, as it is. It neither makes cursors nor keeps them.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-list',
  peers: 'Agents answer -32602, or begin at the first page again.',
  start() {
    const issued = new Set<string>();
    let isWhole = true;
    return {
      request({ exchange: { method, params, opened } }, verdict, trace) {
        if (method !== 'session/list' || opened.from !== 'client') return;
        const cursor = stringAt(params, 'cursor');
        if (cursor === undefined) return;
        if (issued.has(cursor)) return verdict.kept();
        if (!isWhole || !trace.isComplete()) return; // it may have been issued earlier
        verdict.broken({
          seq: opened.seq,
          side: 'client',
          message: 'the cursor is not one that the agent gave on this connection',
          seen: excerpt(cursor),
          expected: 'the nextCursor of an earlier answer',
          pointer: '/params/cursor',
        });
      },
      answered({ exchange: { method, outcome, opened } }) {
        if (method !== 'session/list' || !outcome.ok || opened.from !== 'client') return;
        const cursor = stringAt(outcome.result, 'nextCursor');
        if (cursor !== undefined && addNewest(issued, cursor, MAX_REMEMBERED)) isWhole = false;
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {"cursor":"page-2"}',
      '> 1 session/list {}\n< 1 ok {"sessions":[],"nextCursor":"p1"}\n> 2 session/list {"cursor":"p2"}', // guessed
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[],"nextCursor":"p1"}\n> 2 session/list {"cursor":"p1"}\n< 2 ok {"sessions":[]}\n> 3 session/list {"cursor":"p1"}',
    ],
  },
});
