import { valueAt, stringAt } from '#core/json/json.ts';
import type { SessionUpdate, Trace } from '#core/trace/trace.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { idle, toolCallUpdate, update as updateOf } from '../examples/turn.ts';

const BEGIN = handshakeAndSession({ version: 2 });
const TERMINAL = { type: 'terminal', terminalId: 'x' };

/** How many terminals are remembered. Beyond that, a missing announcement is not certain. */
const MAX_REMEMBERED = 4096;

export default defineRule({
  id: 'prompt/background-work-was-announced',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  restsOn: ['terminal_update', 'tool_call_update'],
  requires:
    'Background work that a state update lists MUST have been announced before: a terminal by `terminal_update`, a tool call by `tool_call_update`.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#background-work',
  peers: 'Clients have nothing to show for the item, or show a nameless one.',
  start() {
    const terminals = new Map<string, Set<string>>(); // by session
    const reported = new Set<string>(); // tool calls
    let remembered = 0;

    function isKnown(work: unknown, session: string, trace: Trace): boolean | undefined {
      const type = stringAt(work, 'type');
      if (type === 'terminal') {
        const id = stringAt(work, 'terminalId');
        const isFull = remembered >= MAX_REMEMBERED;
        return id === undefined || isFull ? undefined : (terminals.get(session)?.has(id) ?? false);
      }
      const id = type === 'tool_call' ? stringAt(work, 'toolCallId') : undefined;
      if (id === undefined || reported.has(id)) return undefined;
      return trace.toolCall(session, id) !== undefined;
    }

    function remember({ session, update }: Pick<SessionUpdate, 'session' | 'update'>): void {
      const id = stringAt(update, 'terminalId');
      const known = terminals.get(session) ?? new Set();
      if (id === undefined || known.has(id) || remembered >= MAX_REMEMBERED) return;
      terminals.set(session, known.add(id));
      remembered += 1;
    }

    return {
      session({ session: { id, closed } }) {
        if (!closed) return;
        remembered -= terminals.get(id)?.size ?? 0;
        terminals.delete(id);
      },
      update(event, verdict, trace) {
        const { session, variant, update, ref } = event;
        if (variant === 'terminal_update') return remember(event);
        const background = variant === 'state_update' ? valueAt(update, 'background') : undefined;
        // A resumed session may list work that was announced on an earlier connection.
        if (!Array.isArray(background) || !trace.isComplete() || trace.session(session)?.by !== 'session/new') return;
        for (const [index, work] of background.entries()) {
          const known = isKnown(work, session, trace);
          if (known === true) verdict.kept();
          if (known !== false) continue;
          const id = stringAt(work, 'terminalId') ?? stringAt(work, 'toolCallId') ?? '';
          if (stringAt(work, 'type') === 'terminal') remember({ session, update: work });
          else if (reported.size < MAX_REMEMBERED) reported.add(id); // once
          verdict.broken({
            seq: ref.seq,
            missedIn: session,
            side: 'agent',
            message: `background work lists ${stringAt(work, 'type')} ${JSON.stringify(id)}, which was not announced`,
            seen: id,
            expected: 'an update about it before',
            pointer: `/params/update/background/${index}`,
          });
        }
      },
    };
  },
  examples: {
    breaks: [
      `${BEGIN}\n${idle({ background: [TERMINAL] })}\n${idle({ background: [TERMINAL] })}`, // once
      `${BEGIN}\n${idle({ background: [{ type: 'tool_call', toolCallId: 't' }] })}`,
    ],
    keeps: [
      `${BEGIN}\n${updateOf('terminal_update', { terminalId: 'x', command: 'npm start' })}\n${idle({ background: [TERMINAL] })}`,
      `${BEGIN}\n${toolCallUpdate({ status: 'in_progress' })}\n${idle({ background: [{ type: 'tool_call', toolCallId: 't' }] })}`,
    ],
  },
});
