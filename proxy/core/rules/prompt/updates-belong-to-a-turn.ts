import { stringAt } from '#core/json/json.ts';
import type { SessionUpdate, Trace } from '#core/trace/trace.ts';
import type { Turn } from '#core/trace/turns.ts';
import { defineRule } from '../engine/rule.ts';
import { CHUNK, END_TURN, NEXT_PROMPT, PROMPT, toolCall, update } from '../examples/turn.ts';
import { createReplays } from '../helpers/replays.ts';
import { isTurnContent } from '../helpers/turn-content.ts';

export default defineRule({
  id: 'prompt/updates-belong-to-a-turn',
  grade: 'note',
  binds: 'agent',
  versions: [1], // in version 2 the agent may work without a prompt
  requires:
    'Messages, thoughts, tool calls and plans of the agent come while a turn is running. Version 1 does not forbid them at other times, but not every client shows them then.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn',
  peers:
    'Zed adds them to the conversation. Clients that read updates only while they wait for a prompt’s response lose them, or show them in the next turn. Agents with background work send them.',
  start() {
    const replays = createReplays();
    const last = new Map<string, Turn>(); // the last ended turn, in sessions without a running turn
    const cancelled = new Map<string, Turn>(); // the last turn that ended as cancelled
    const reported = new Set<string>(); // sessions without further reports until their next turn
    return {
      request({ exchange }) {
        replays.requested(exchange);
      },
      answered({ exchange }) {
        replays.answered(exchange);
      },
      notification({ notification: { method }, session }) {
        if (method === 'session/prompt' && session !== undefined) reported.add(session); // jsonrpc/request-has-an-id
      },
      turn({ turn }, _verdict, trace) {
        reported.delete(turn.session);
        last.delete(turn.session);
        if (!turn.ended || !trace.session(turn.session)) return;
        last.set(turn.session, turn);
        if (turn.outcome === 'cancelled') cancelled.set(turn.session, turn);
      },
      session({ session: { id } }) {
        for (const one of [last, cancelled, reported]) one.delete(id);
      },
      update(event, verdict, trace) {
        const { session: id, variant, ref, turn } = event;
        if (!isTurnContent(variant)) return;
        if (turn) return verdict.kept();
        if (reported.has(id) || replays.isRunning(id) || !trace.isComplete()) return;
        const before = last.get(id);
        if (!before?.ended) return; // a greeting, or its history, late
        if (before.outcome === 'cancelled' || isOfToolCallIn(cancelled.get(id), event, trace)) return; // cancel/updates-end-with-the-turn
        reported.add(id);
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `${variant} after the turn has ended`,
          seen: variant ?? '',
          expected: 'output of the agent between a prompt and its response',
          pointer: '/params/update/sessionUpdate',
          related: [before.ended.seq],
        });
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${END_TURN}\n${CHUNK}\n${CHUNK}`, // once
      `${PROMPT}\n${END_TURN}\n${toolCall({ status: 'in_progress' })}`, // background work
    ],
    keeps: [
      `${CHUNK}\n${PROMPT}\n${CHUNK}\n${END_TURN}`, // a greeting
      `${PROMPT}\n${CHUNK}\n${END_TURN}\n${update('available_commands_update', { availableCommands: [] })}`,
      `> 0 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}
       < session/update {"sessionId":"old","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Done"}}}
       < 0 ok {}
       < session/update {"sessionId":"old","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Done"}}}
       ${PROMPT}\n${CHUNK}`, // history, in time and late: another rule’s matter
      `${PROMPT}\n${NEXT_PROMPT}\n${END_TURN}\n${CHUNK}`, // the other turn is still open
    ],
  },
});

function isOfToolCallIn(turn: Turn | undefined, event: SessionUpdate, trace: Trace): boolean {
  const id = turn?.ended && stringAt(event.update, 'toolCallId');
  const opened = id === undefined ? undefined : trace.toolCall(event.session, id)?.opened.seq;
  return opened !== undefined && turn?.ended !== undefined && turn.started.seq < opened && opened < turn.ended.seq;
}
