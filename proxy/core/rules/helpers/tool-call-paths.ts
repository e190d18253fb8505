import { valueAt, stringAt } from '#core/json/json.ts';
import { addNewest } from '#core/set-newest.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Breach, type Rule, type Verdict } from '../engine/rule.ts';

/** The mistake in one report of a tool call. */
export type ToolCallFault = Pick<Breach, 'message' | 'seen' | 'expected'> & { readonly pointer: string };

/** How many tool calls with a finding are remembered: every update of a tool call repeats the same path. */
const MAX_REMEMBERED = 64;

/**
 * A rule about an agent's reports of a tool call, in updates and permission requests. Reports each tool call once.
 * `look` returns `kept` for a correct report, and undefined where there is nothing to check.
 */
export function toolCallRule(
  look: (toolCall: unknown) => ToolCallFault | 'kept' | undefined,
  rule: Omit<Rule, 'binds' | 'start'>,
): Rule {
  return defineRule({
    ...rule,
    binds: 'agent',
    start() {
      const reported = new Set<string>();

      function judge(toolCall: unknown, base: string, { seq }: MessageRef, session: string, verdict: Verdict): void {
        const found = look(toolCall);
        if (!found) return;
        if (found === 'kept') return verdict.kept();
        const id = JSON.stringify([session, stringAt(toolCall, 'toolCallId') ?? null]);
        if (reported.has(id)) return;
        addNewest(reported, id, MAX_REMEMBERED);
        verdict.broken({ ...found, seq, side: 'agent', pointer: base + found.pointer });
      }

      return {
        update({ session, variant, update, ref }, verdict) {
          if (ref.from !== 'agent' || (variant !== 'tool_call' && variant !== 'tool_call_update')) return;
          judge(update, '/params/update', ref, session, verdict);
        },
        request({ exchange: { method, params, session, opened } }, verdict, trace: Trace) {
          if (method !== 'session/request_permission' || opened.from !== 'agent' || session === undefined) return;
          if (trace.version() !== 2) judge(valueAt(params, 'toolCall'), '/params/toolCall', opened, session, verdict);
        },
      };
    },
  });
}
