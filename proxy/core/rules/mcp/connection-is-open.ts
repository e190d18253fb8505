import { stringAt } from '#core/json/json.ts';
import { envelopeKind } from '#core/protocol/envelope.ts';
import { setNewest } from '#core/set-newest.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { MCP_CONNECTION, MCP_SESSION } from '../examples/mcp.ts';
import { mayHaveCrossed } from '../helpers/crossing.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** How many connections are remembered, open and closed. */
const MAX_REMEMBERED = 1024;

export default defineRule({
  id: 'mcp/connection-is-open',
  grade: 'error',
  binds: 'sender',
  versions: [1],
  requires:
    'An `mcp/message` that names a connection, as they did until August 2026, names one that `mcp/connect` was answered with and that `mcp/disconnect` has not ended.',
  source: 'https://agentclientprotocol.com/rfds/mcp-over-acp',
  peers: 'The receiver has nobody to hand the message to: a request is answered with an error, a notification is lost.',
  start() {
    const known = new Map<string, MessageRef | undefined>(); // by id: the place that closed it
    let forgets = false;

    function set(id: string | undefined, ended: MessageRef | undefined): void {
      if (id !== undefined && setNewest(known, id, ended, MAX_REMEMBERED)) forgets = true;
    }

    return {
      answered({ exchange: { method, outcome, opened } }) {
        if (method === 'mcp/connect' && opened.from === 'agent' && outcome.ok)
          set(stringAt(outcome.result, 'connectionId'), undefined);
      },
      call({ method, params, ref }, verdict, trace) {
        const isMessage = envelopeKind(method) === 'mcp';
        if (!isMessage && method !== 'mcp/disconnect') return;
        const id = stringAt(params, 'connectionId');
        if (id === undefined) return;
        if (!isMessage) return ref.from === 'agent' && known.has(id) ? set(id, ref) : undefined;
        const ended = known.get(id);
        if (known.has(id) && ended === undefined) return verdict.kept();
        if (ended && ended.from !== ref.from && mayHaveCrossed(ended, ref)) return;
        if (!ended && forgets) return;
        verdict.broken({
          seq: ref.seq,
          side: ref.from,
          message: ended ? 'the connection to the MCP server is ended' : 'no connection to an MCP server has this id',
          seen: JSON.stringify(excerpt(id)),
          expected: 'the connectionId that mcp/connect was answered with',
          pointer: '/params/connectionId',
          ...(ended ? { related: [ended.seq] } : {}),
          ...noteUnlessComplete(trace),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${MCP_SESSION}\n< 1 mcp/message {"connectionId":"c","method":"tools/list"}`,
      `${MCP_CONNECTION}\n< 2 mcp/disconnect {"connectionId":"c"}\n> 2 ok {}\n< 3 mcp/message {"connectionId":"c","method":"tools/list"}`,
    ],
    keeps: [
      `${MCP_CONNECTION}\n< 2 mcp/message {"connectionId":"c","method":"tools/list"}\n> 2 ok {"tools":[]}`,
      `${MCP_CONNECTION}\n> mcp/message {"connectionId":"c","method":"notifications/tools/list_changed"}`,
    ],
  },
});
