import { valueAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isHistory, isUserMessage } from '../helpers/history.ts';

const AGENT = handshake({ version: 2, agent: { session: {} } });
const USER =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message","messageId":"m","content":[{"type":"text","text":"Hi"}]}}';
const STATE = '< session/update {"sessionId":"old","update":{"sessionUpdate":"state_update","state":"running"}}';
const WORK =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"agent_message_chunk","messageId":"n","content":{"type":"text","text":"Hello"}}}';

export default defineRule({
  id: 'session/replay-was-requested',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  requires:
    'In version 2 the agent sends the conversation of a resumed session only where the request has `replayFrom`.',
  source: 'https://agentclientprotocol.com/protocol/v2/session-setup',
  peers: 'Clients that have kept the conversation may show it twice.',
  start() {
    const resuming = new Map<string, { readonly exchange: Exchange; hasState: boolean }>();
    return {
      request({ exchange }, _verdict, trace) {
        const { method, session: id, params, opened } = exchange;
        if (method !== 'session/resume' || id === undefined || opened.from !== 'client') return;
        if ((valueAt(params, 'replayFrom') ?? null) === null && !trace.session(id))
          resuming.set(id, { exchange, hasState: false });
      },
      update({ session: id, variant, ref, turn }, verdict) {
        const resume = resuming.size > 0 && !turn && ref.from === 'agent' ? resuming.get(id) : undefined;
        if (!resume) return;
        if (variant === 'state_update') resume.hasState = true;
        // The state comes after any history. Updates after it are current work, except for messages of the user.
        const isReplay = resume.hasState ? isUserMessage(variant) : isHistory(variant);
        if (!isReplay) return;
        resuming.delete(id); // once
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `history of the session ${id} came, which session/resume did not ask for`,
          seen: variant ?? '',
          expected: 'none: the request has no replayFrom',
          pointer: '/params/update/sessionUpdate',
          related: [resume.exchange.opened.seq],
        });
      },
      answered({ exchange }, verdict) {
        const { session: id, outcome } = exchange;
        if (id === undefined || resuming.get(id)?.exchange !== exchange) return;
        resuming.delete(id);
        if (outcome.ok) verdict.kept();
      },
    };
  },
  examples: {
    breaks: [
      `${AGENT}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n${USER}\n${WORK}\n${STATE}\n< 1 ok {}`,
      `${AGENT}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app","replayFrom":null}\n${STATE}\n${USER}\n< 1 ok {}`,
    ],
    keeps: [
      `${AGENT}\n> 1 session/resume {"sessionId":"old","cwd":"/home/me/app"}\n${STATE}\n${WORK}\n< 1 ok {}`, // it is at work
      `${AGENT}\n> 1 session/resume {"sessionId":"older","cwd":"/home/me/app"}\n< session/update {"sessionId":"older","update":{"sessionUpdate":"state_update","state":"idle"}}\n< 1 ok {}\n> 2 session/resume {"sessionId":"old","cwd":"/home/me/app","replayFrom":{"type":"start"}}\n${USER}\n${STATE}\n< 2 ok {}`,
    ],
  },
});
