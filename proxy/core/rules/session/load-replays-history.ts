import type { Exchange } from '#core/trace/exchanges.ts';
import type { Breach } from '../engine/rule.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { HISTORY, isHistory } from '../helpers/history.ts';

const LOAD = `${handshake({ agent: { loadSession: true } })}
       > 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}`;

export default defineRule({
  id: 'session/load-replays-history',
  grade: 'note',
  binds: 'agent',
  versions: [1],
  restsOn: [...HISTORY],
  requires:
    'The agent answers session/load with the conversation so far. None at all is worth knowing: the session may have been empty.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions',
  peers: 'Editors show an empty conversation.',
  start() {
    const loading = new Map<string, Exchange>(); // no history so far
    const owed = new Map<string, Breach>(); // answered without history; kept if it comes late

    return {
      request({ exchange }, verdict) {
        const { method, session: id, opened } = exchange;
        if (id === undefined || opened.from !== 'client') return;
        if (method === 'session/load') loading.set(id, exchange);
        const breach = method === 'session/prompt' || method === 'session/load' ? owed.get(id) : undefined;
        if (breach && owed.delete(id)) verdict.broken(breach);
      },
      update({ session: id, variant, ref }, verdict) {
        if (loading.size === 0 && owed.size === 0) return;
        if (ref.from !== 'agent' || !isHistory(variant)) return;
        if (loading.delete(id) || owed.delete(id)) verdict.kept();
      },
      answered({ exchange }) {
        const { session: id, outcome, opened, closed } = exchange;
        if (id === undefined || loading.get(id) !== exchange) return;
        loading.delete(id);
        if (!outcome.ok) return;
        owed.set(id, {
          seq: closed.seq,
          missedIn: id,
          missedSince: opened.seq,
          side: 'agent',
          message: `session/load of ${id} was answered without any history`,
          seen: 'no message, tool call or plan',
          expected: 'the conversation so far, unless it was empty',
          related: [opened.seq],
        });
      },
      session({ session: { id, closed } }) {
        if (closed) owed.delete(id);
      },
      ended({ cutShort }, verdict) {
        if (cutShort) return;
        for (const breach of owed.values()) verdict.broken(breach);
      },
    };
  },
  examples: {
    breaks: [
      `${LOAD}\n< 1 ok {}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}`,
      `${LOAD}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}\n< 1 ok {}\n= exit {"code":0,"signal":null}`,
    ],
    keeps: [
      `${LOAD}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}\n< 1 ok {}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}`,
      `${LOAD}\n< 1 ok {}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}`, // late: another rule
    ],
  },
});
