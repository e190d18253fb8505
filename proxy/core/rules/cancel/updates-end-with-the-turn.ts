import { valueAt, stringAt } from '#core/json/json.ts';
import { beginsTurn, cancelsTurn, changesSetting } from '#core/protocol/method-traits.ts';
import type { SessionUpdate, Trace } from '#core/trace/trace.ts';
import type { Turn } from '#core/trace/turns.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import {
  ACCEPTED,
  CANCEL,
  CANCELLED,
  CHUNK,
  ECHO,
  idle,
  message,
  NEXT_PROMPT,
  PROMPT,
  RUNNING,
  toolCall,
  toolCallUpdate,
  update as updateOf,
} from '../examples/turn.ts';
import { isSessionCancel } from '../helpers/cancellations.ts';

/** The last cancelled turn of a session. */
interface Watched {
  readonly turn: Turn & { readonly ended: NonNullable<Turn['ended']> };
  /** The agent's last message. */
  readonly messageId: string | undefined;
  /** Version 2: the work that continues in the background; undefined if the agent did not report it. */
  readonly background: unknown;
  /** True once the agent has begun other work. Then only tool call ids show that an update belongs to the turn. */
  readonly isFollowed: boolean;
}

/** True for methods of the client that give the agent no work. */
const isIdleTalk = (method: string): boolean => cancelsTurn(method) || changesSetting(method);

export default defineRule({
  id: 'cancel/updates-end-with-the-turn',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'After session/cancel the agent MAY still send messages and tool call updates of the cancelled work, but MUST send them before the response, in version 2 the idle state, that ends it.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation',
  peers:
    'The client has closed the turn: it shows the text below the stop mark, in the next turn, or not at all, and tool calls that it has marked as cancelled come to life again.',
  start() {
    const cancelled = new Set<string>(); // sessions whose running turn the client has cancelled
    const messages = new Map<string, string>(); // the agent's last message in sessions with a running turn
    const backgrounds = new Map<string, unknown>();
    const watched = new Map<string, Watched>();

    const forget = (session: string) => void watched.delete(session);

    /** Counts a kept occasion: no late update came until now. */
    function follow(session: string, verdict: Verdict): void {
      const before = watched.get(session);
      if (!before || before.isFollowed) return;
      verdict.kept();
      watched.set(session, { ...before, isFollowed: true });
    }

    return {
      notification(event, _verdict, trace) {
        const { session } = event;
        if (session !== undefined && isSessionCancel(event) && trace.currentTurn(session)) cancelled.add(session);
      },
      call({ method, session, ref }) {
        if (session !== undefined && ref.from === 'client' && !isIdleTalk(method) && !beginsTurn(method))
          forget(session); // a load or an extension: later updates may belong to it
      },
      turn({ turn }, verdict, trace) {
        const { session, ended, outcome } = turn;
        follow(session, verdict);
        if (!ended || trace.currentTurn(session)) return;
        if (outcome === 'cancelled' && cancelled.has(session) && trace.session(session)) {
          watched.set(session, {
            turn: { ...turn, ended },
            messageId: messages.get(session),
            background: backgrounds.get(session),
            isFollowed: false,
          });
        }
        cancelled.delete(session);
        messages.delete(session);
      },
      session({ session: { id } }, verdict) {
        follow(id, verdict);
        forget(id);
        for (const map of [cancelled, messages, backgrounds]) map.delete(id);
      },
      update(event, verdict, trace) {
        const { session, update, turn, ref, variant } = event;
        if (variant === 'state_update' && trace.session(session))
          backgrounds.set(session, valueAt(update, 'background'));
        const messageId = isMessage(variant) ? stringAt(update, 'messageId') : undefined;
        if (turn && messageId !== undefined && messages.get(session) !== messageId) messages.set(session, messageId);
        const after = watched.get(session);
        if (!after) return;
        const found = whatIs(event, after, trace);
        if (found === 'unrelated') return;
        if (found === 'new work') return follow(session, verdict);
        forget(session); // once for each turn
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: `${variant} after the cancelled turn has ended`,
          seen: variant ?? '',
          expected: 'every update of the turn before its end',
          pointer: '/params/update/sessionUpdate',
          related: [after.turn.ended.seq],
          ...noteUnlessComplete(trace),
        });
      },
      ended(_end, verdict) {
        for (const session of watched.keys()) follow(session, verdict);
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${CHUNK}\n${CANCEL}\n${CANCELLED}\n${CHUNK}\n${CHUNK}`, // once
      `${PROMPT}\n${toolCall()}\n${CANCEL}\n${CANCELLED}\n${toolCallUpdate({ status: 'failed' })}`,
      `${PROMPT}\n${toolCall()}\n${CANCEL}\n${CANCELLED}\n${NEXT_PROMPT}\n${CHUNK}\n${toolCallUpdate({ status: 'completed' })}`, // the update still comes after the response
      `${PROMPT}\n${CANCEL}\n${CANCELLED}\n${updateOf('plan', { entries: [] })}`,
      `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n${ACCEPTED}\n${ECHO}\n${RUNNING}\n${message('m2')}\n${CANCEL}\n${idle({ stopReason: 'cancelled' })}\n${message('m2')}`,
      `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n${ACCEPTED}\n${ECHO}\n${RUNNING}\n${toolCallUpdate({ status: 'in_progress' })}\n${CANCEL}
       ${idle({ stopReason: 'cancelled', background: [] })}\n${toolCallUpdate({ status: 'cancelled' })}`,
    ],
    keeps: [
      `${PROMPT}\n${CANCEL}\n${CHUNK}\n${CANCELLED}\n${NEXT_PROMPT}\n${CHUNK}`,
      `${PROMPT}\n${CANCEL}\n${CANCELLED}\n${updateOf('available_commands_update', { availableCommands: [] })}\n${updateOf('usage_update', { used: 1, size: 2 })}\n${NEXT_PROMPT}`,
      `${PROMPT}\n${CANCEL}\n${CANCELLED}\n${toolCall()}\n${toolCallUpdate({ status: 'completed' })}\n${CHUNK}`, // work of its own
      `${toolCall()}\n${PROMPT}\n${CANCEL}\n${CANCELLED}\n${toolCallUpdate({ status: 'completed' })}\n${NEXT_PROMPT}`, // begun before the turn
      `${PROMPT}\n${toolCall()}\n${CANCEL}\n${toolCallUpdate({ status: 'failed' })}\n${CANCELLED}\n${NEXT_PROMPT}\n${toolCall({ toolCallId: 'u' })}\n${toolCallUpdate({ toolCallId: 'u', status: 'completed' })}`,
      `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n${ACCEPTED}\n${ECHO}\n${RUNNING}\n${toolCallUpdate({ status: 'in_progress' })}\n${CANCEL}
       ${idle({ stopReason: 'cancelled', background: [{ type: 'tool_call', toolCallId: 't' }] })}\n${toolCallUpdate({ status: 'completed' })}\n${NEXT_PROMPT}`,
    ],
  },
});

const MESSAGES = new Set(['agent_message_chunk', 'agent_thought_chunk', 'agent_message', 'agent_thought']);

const isMessage = (variant: string | undefined): boolean => variant !== undefined && MESSAGES.has(variant);

/** Classifies an update after a cancelled turn: late output of the turn, a sign of other work, or unrelated. */
function whatIs(event: SessionUpdate, after: Watched, trace: Trace): 'late' | 'new work' | 'unrelated' {
  const { variant, update } = event;
  if (variant?.startsWith('tool_call')) return whoseToolCall(event, after, trace);
  if (after.isFollowed) return 'unrelated';
  const isOpen = trace.version() === 2; // in version 2 the agent also works in the background and without prompts
  if (isMessage(variant)) {
    const messageId = stringAt(update, 'messageId');
    const isSame = messageId === undefined ? !isOpen : messageId === after.messageId;
    return isSame ? 'late' : 'unrelated';
  }
  if (variant === 'plan') return isOpen ? 'unrelated' : 'late';
  return variant?.startsWith('user_message') || stringAt(update, 'state') === 'running' ? 'new work' : 'unrelated';
}

function whoseToolCall({ session, update, ref, variant }: SessionUpdate, after: Watched, trace: Trace) {
  const id = stringAt(update, 'toolCallId');
  const known = id === undefined ? undefined : trace.toolCall(session, id);
  const opened = id === undefined ? undefined : (known?.opened ?? ref);
  if (!opened || opened.seq < after.turn.started.seq) return 'unrelated'; // it started before the turn
  const introductions = (known?.introductions ?? 0) + (variant === 'tool_call' ? 1 : 0);
  if (after.isFollowed && introductions > 1) return 'unrelated'; // tool-call/id-is-used-once
  if (opened.seq > after.turn.ended.seq) return 'new work';
  if (trace.version() !== 2) return 'late';
  const { background } = after;
  const isListed = !Array.isArray(background) || background.some((work) => stringAt(work, 'toolCallId') === id);
  return isListed ? 'unrelated' : 'late';
}
