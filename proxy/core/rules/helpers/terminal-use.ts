import { valueAt, stringAt } from '#core/json/json.ts';
import { addNewest } from '#core/set-newest.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Rule, type Verdict, type Watcher } from '../engine/rule.ts';

/** A terminal id from the agent: in a request, or in the content of a tool call that the client shows. */
export interface TerminalUse {
  readonly id: string;
  readonly session: string;
  readonly as: 'request' | 'content';
  readonly ref: MessageRef;
  readonly pointer: string;
  /** False when acptap may have forgotten or never seen the terminal. */
  readonly certain: boolean;
}

interface TerminalWatcher extends Watcher {
  use(use: TerminalUse, verdict: Verdict, trace: Trace): void;
}

const USING = new Set(['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release']);

/** How many released terminals the fold remembers at least, and how many terminals of the agent this file remembers. */
const MAX_REMEMBERED = 256;

/** The key of a terminal. Includes the session, because clients may number terminals per session. */
export const terminalKey = (session: string, id: string): string => `${session}\n${id}`;

/** A rule about how agents use the terminals of clients. Only version 1 has such terminals. */
export const terminalUseRule = (
  rule: Omit<Rule, 'binds' | 'versions' | 'start'> & { readonly start: () => TerminalWatcher },
): Rule =>
  defineRule({
    ...rule,
    binds: 'agent',
    versions: [1],
    start() {
      const watcher = rule.start();
      const own = createOwnTerminals();
      let released = 0;

      function judgeContent(
        call: unknown,
        session: string,
        ref: MessageRef,
        base: string,
        verdict: Verdict,
        trace: Trace,
      ) {
        const isOwn = own.remember(call);
        const content = valueAt(call, 'content');
        if (isOwn || !Array.isArray(content)) return;
        for (let index = 0; index < content.length; index++) {
          const item: unknown = content[index];
          const id = stringAt(item, 'type') === 'terminal' ? stringAt(item, 'terminalId') : undefined;
          if (id === undefined || own.has(id)) continue;
          // Replayed history shows the terminals of an earlier connection.
          const isNew = trace.session(session)?.by === 'session/new';
          const certain = isNew && trace.isComplete() && released < MAX_REMEMBERED && !own.forgets();
          watcher.use(
            { id, session, as: 'content', ref, pointer: `${base}/content/${index}/terminalId`, certain },
            verdict,
            trace,
          );
        }
      }

      return {
        ...watcher,
        request(event, verdict, trace) {
          watcher.request?.(event, verdict, trace);
          const { method, params, session, opened: ref } = event.exchange;
          if (session === undefined || ref.from !== 'agent') return;
          if (method === 'session/request_permission')
            return judgeContent(valueAt(params, 'toolCall'), session, ref, '/params/toolCall', verdict, trace);
          const id = USING.has(method) ? stringAt(params, 'terminalId') : undefined;
          const offersTerminals = valueAt(trace.handshake().clientCapabilities, 'terminal') === true;
          if (id === undefined || (!offersTerminals && trace.isComplete())) return; // capability/terminals-are-offered
          const certain = trace.isComplete() && released < MAX_REMEMBERED;
          watcher.use({ id, session, as: 'request', ref, pointer: '/params/terminalId', certain }, verdict, trace);
          if (method === 'terminal/release') released += 1;
        },
        update(event, verdict, trace) {
          watcher.update?.(event, verdict, trace);
          const { variant, update, session, ref } = event;
          if (variant === 'tool_call' || variant === 'tool_call_update')
            judgeContent(update, session, ref, '/params/update', verdict, trace);
        },
      };
    },
  });

/** Members of a tool call's `_meta` that make the client show a command of the agent as a terminal. */
const OWN = ['terminal_info', 'terminal_output', 'terminal_exit'] as const;

function createOwnTerminals() {
  const ids = new Set<string>();
  let forgets = false;
  return {
    /** True when the tool call shows the agent's own terminal. */
    remember(call: unknown): boolean {
      const meta = valueAt(call, '_meta');
      if (meta === undefined) return false;
      let isOwn = false;
      for (const member of OWN) {
        const terminal = valueAt(meta, member);
        const id = stringAt(terminal, 'terminal_id');
        isOwn ||= terminal !== undefined;
        if (id !== undefined && addNewest(ids, id, MAX_REMEMBERED)) forgets = true;
      }
      return isOwn;
    },
    has: (id: string) => ids.has(id),
    forgets: () => forgets,
  };
}
