import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isHistory, isUserMessage } from '../helpers/history.ts';

const LOAD = `${handshake({ agent: { loadSession: true } })}
       > 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}`;
const USER =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}';
const AGENT =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}';
const COMMANDS =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}';

export default defineRule({
  id: 'session/load-replays-before-answering',
  grade: 'error',
  binds: 'agent',
  versions: [1],
  requires:
    'The agent answers session/load when it has sent the whole conversation. Updates after the answer and before a prompt are no history.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions',
  peers:
    'Gemini CLI 0.61 answers after the first of its updates. Editors take the answer for the end: they let the user type, and may show late history as a new turn.',
  start() {
    // Loaded sessions without a prompt since: the response, and the first update that looks like history.
    const loaded = new Map<string, { readonly answered: MessageRef; late?: MessageRef }>();
    return {
      answered({ exchange: { method, session: id, outcome, opened, closed } }) {
        if (method === 'session/load' && id !== undefined && outcome.ok && opened.from === 'client')
          loaded.set(id, { answered: closed });
      },
      session({ session: { id, closed } }) {
        if (closed) loaded.delete(id);
      },
      request({ exchange: { method, session: id } }, verdict) {
        // Loaded again: history may follow.
        if (method !== 'session/prompt' && method !== 'session/load') return;
        if (id !== undefined && loaded.delete(id)) verdict.kept();
      },
      update({ session: id, variant, ref, turn }, verdict) {
        const load = loaded.get(id);
        if (!load || turn || ref.from !== 'agent' || !isHistory(variant)) return;
        load.late ??= ref;
        // Other updates may come from the agent's background work.
        if (!isUserMessage(variant)) return;
        loaded.delete(id);
        verdict.broken({
          seq: load.late.seq,
          side: 'agent',
          message: `history of the session ${id} came after the answer to session/load`,
          seen: variant ?? '',
          expected: 'all history before the answer',
          pointer: '/params/update/sessionUpdate',
          related: [load.answered.seq],
        });
      },
      ended(_end, verdict) {
        if (loaded.size > 0) verdict.kept();
      },
    };
  },
  examples: {
    breaks: [`${LOAD}\n${USER}\n< 1 ok {}\n${USER}\n${AGENT}\n${USER}`, `${LOAD}\n< 1 ok {}\n${AGENT}\n${USER}`],
    keeps: [
      `${LOAD}\n${USER}\n${AGENT}\n< 1 ok {}\n${COMMANDS}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}\n${USER}`, // an echo of the prompt
      `${LOAD}\n${USER}\n< 1 ok {}\n${AGENT}\n> 2 session/prompt {"sessionId":"old","prompt":[{"type":"text","text":"Go on"}]}`, // work in the background
    ],
  },
});
