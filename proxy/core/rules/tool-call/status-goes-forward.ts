import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { PROMPT, toolCall, toolCallUpdate } from '../examples/turn.ts';
import { createReplays } from '../helpers/replays.ts';
import { isFinal, isUnfinished } from '#core/protocol/tool-call-status.ts';

export default defineRule({
  id: 'tool-call/status-goes-forward',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires: 'A tool call that has completed or failed, in version 2 also one that was cancelled, does not run again.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#status',
  peers: 'Editors show the tool call as running once more, often for good.',
  start() {
    const replays = createReplays();
    return {
      request({ exchange }) {
        replays.requested(exchange);
      },
      answered({ exchange }) {
        replays.answered(exchange);
      },
      toolCall({ toolCall: { id, session, status, introductions }, before, by, ref }, verdict, trace) {
        if (by !== 'tool_call_update' || !before || status === before.status) return;
        if (!isFinal(before.status) || !isUnfinished(status)) return verdict.kept();
        const opened = trace.session(session)?.opened;
        const isReplay = replays.isRunning(session) || !opened || opened.seq > before.opened.seq;
        if (isReplay || introductions > 1) return; // tool-call/id-is-used-once
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `tool call ${JSON.stringify(id)} goes from ${before.status} back to ${status}`,
          seen: status ?? '',
          expected: `no status after ${before.status}`,
          pointer: '/params/update/status',
          related: [before.updated.seq],
          ...noteUnlessComplete(trace),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}\n${toolCallUpdate({ status: 'in_progress' })}`,
      `${PROMPT}\n${toolCall({ status: 'failed' })}\n${toolCallUpdate({ status: 'pending' })}`,
      `${handshakeAndSession({ version: 2 })}\n${toolCallUpdate({ status: 'cancelled' })}\n${toolCallUpdate({ status: 'in_progress' })}`,
    ],
    keeps: [
      `${PROMPT}\n${toolCall({ status: 'pending' })}\n${toolCallUpdate({ status: 'in_progress' })}\n${toolCallUpdate({ status: 'failed' })}`,
      `${PROMPT}\n${toolCall({ status: 'in_progress' })}\n${toolCallUpdate({ status: 'pending' })}`, // it waits again
      `${handshakeAndSession({ version: 2 })}\n${toolCallUpdate({ status: 'in_progress' })}\n${toolCallUpdate({ status: 'paused' })}\n${toolCallUpdate({ status: 'in_progress' })}`,
      `${PROMPT}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}\n> 3 session/load {"sessionId":"s","cwd":"/home/me/app","mcpServers":[]}
       ${toolCallUpdate({ status: 'in_progress' })}\n< 3 ok {}`, // its history
    ],
  },
});
