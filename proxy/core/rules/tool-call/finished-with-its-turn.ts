import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import type { Seq } from '#core/units.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import type { Grade } from '#core/model/finding.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import {
  ASK,
  END_TURN,
  EXIT,
  NEXT_END_TURN,
  NEXT_PROMPT,
  PROMPT,
  selected,
  toolCall,
  toolCallUpdate,
} from '../examples/turn.ts';
import { isAllowed } from '../helpers/permission-answer.ts';
import { isFinal, isUnfinished } from '#core/protocol/tool-call-status.ts';
import { createOtherToolCalls } from '../helpers/other-tool-calls.ts';

/** How many tool calls a finding points to. */
const LISTED = 8;

type ToolCalls = Map<string, Seq>; // id → its first mention

export default defineRule({
  id: 'tool-call/finished-with-its-turn',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  restsOn: ['tool_call', 'tool_call_update'],
  requires:
    'A turn that ends with `end_turn` has no tool call that is still pending or running: each has been reported as completed or failed.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#4-check-for-completion',
  peers:
    'Editors show a spinner on it for ever. codex-acp 0.16 leaves commands in progress. Tool calls that run on in the background send updates later, and are not counted.',
  start() {
    const running = new Map<string, { readonly open: ToolCalls; seen: boolean }>(); // by session with a turn
    const elsewhere = createOtherToolCalls();
    const left = new Map<string, { readonly turnEnd: MessageRef; readonly open: ToolCalls }>(); // by session, after its turn

    function report(session: string, verdict: Verdict, trace: Trace, milder?: Grade): void {
      const found = left.get(session);
      if (!found) return;
      left.delete(session);
      const { turnEnd, open } = found;
      for (const id of open.keys()) if (elsewhere.has(session, id)) open.delete(id); // its end was unreadable
      if (open.size === 0) return;
      const [id = ''] = open.keys();
      verdict.broken({
        seq: turnEnd.seq,
        missedIn: session,
        side: 'agent',
        message:
          open.size === 1
            ? `the turn ends while tool call ${JSON.stringify(id)} is not finished`
            : `the turn ends while ${open.size} tool calls are not finished`,
        seen: 'end_turn',
        expected: 'the tool calls completed or failed before it',
        pointer: '/result/stopReason',
        related: [...open.values()].slice(0, LISTED),
        ...(milder ? { grade: milder } : noteUnlessComplete(trace)),
      });
    }

    return {
      frame: elsewhere.frame,
      update: elsewhere.updated,
      request: ({ exchange }) => elsewhere.requested(exchange),
      toolCall({ toolCall: { session, id, status, opened, updated } }, _verdict, trace) {
        const late = left.get(session);
        if (late?.open.delete(id) && late.open.size === 0) left.delete(session); // work in the background
        const turn = running.get(session);
        if (turn && isFinal(status)) turn.open.delete(id);
        const isNew = opened.seq === updated.seq && opened.part === updated.part;
        if (!turn || !isNew || !trace.session(session)) return;
        turn.seen = true;
        if (status === undefined || isUnfinished(status)) turn.open.set(id, opened.seq);
      },
      permission({ permission: { exchange, session, toolCallId } }) {
        // A refused tool call does not run: the client knows its end.
        if (toolCallId !== undefined && !isAllowed(exchange)) running.get(session)?.open.delete(toolCallId);
      },
      turn({ turn: { session, ended, outcome } }, verdict, trace) {
        if (!ended) {
          if (!running.has(session)) running.set(session, { open: new Map(), seen: false });
          return;
        }
        const turn = running.get(session);
        if (!turn || trace.currentTurn(session)) return;
        running.delete(session);
        report(session, verdict, trace); // the turn before: no update of its tool calls came in this one
        if (outcome !== 'end_turn') return;
        if (turn.open.size > 0) left.set(session, { turnEnd: ended, open: turn.open });
        else if (turn.seen) verdict.kept();
      },
      session({ session: { id } }, verdict, trace) {
        report(id, verdict, trace);
      },
      ended({ orderly, cutShort }, verdict, trace) {
        if (cutShort) return;
        for (const session of left.keys()) report(session, verdict, trace, orderly ? undefined : 'note');
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${toolCall({ status: 'in_progress' })}\n${END_TURN}\n${EXIT}`,
      `${PROMPT}\n${toolCall()}\n${toolCall({ toolCallId: 'u' })}\n${END_TURN}\n${NEXT_PROMPT}\n${NEXT_END_TURN}`, // once
      `${PROMPT}\n${toolCall()}\n${END_TURN}\n= exit {"code":null,"signal":"SIGKILL"}`, // killed: a note
    ],
    keeps: [
      `${PROMPT}\n${ASK}\n${selected('no')}\n${END_TURN}\n${EXIT}`, // it does not run
      `${PROMPT}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}\n${END_TURN}\n${EXIT}`,
      `${PROMPT}\n${toolCall()}\n< 1 ok {"stopReason":"max_tokens"}\n${NEXT_PROMPT}\n${toolCall({ toolCallId: 'u', status: 'completed' })}\n${NEXT_END_TURN}\n${EXIT}`, // cut short
      `${PROMPT}\n${toolCall()}\n${END_TURN}\n${toolCallUpdate({ status: 'in_progress' })}\n${NEXT_PROMPT}
       ${toolCall({ toolCallId: 'u', status: 'failed' })}\n${NEXT_END_TURN}\n${EXIT}`, // in the background
    ],
  },
});
