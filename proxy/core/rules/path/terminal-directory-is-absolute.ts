import { valueAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { relative } from '../helpers/absolute-path.ts';

export default defineRule({
  id: 'path/terminal-directory-is-absolute',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires: 'The `cwd` of a terminal, where there is one, is an absolute path.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals',
  peers: 'Editors refuse it, or run the command in another directory.',
  start() {
    function judge(cwd: unknown, pointer: string, { seq }: MessageRef, verdict: Verdict): void {
      if (typeof cwd !== 'string') return;
      const found = relative(cwd);
      if (!found) return verdict.kept();
      verdict.broken({ seq, side: 'agent', message: 'the cwd of a terminal is not absolute', pointer, ...found });
    }
    return {
      request({ exchange: { method, params, opened } }, verdict) {
        if (method === 'terminal/create' && opened.from === 'agent')
          judge(valueAt(params, 'cwd'), '/params/cwd', opened, verdict);
      },
      update({ variant, update, ref }, verdict, trace) {
        if (variant === 'terminal_update' && trace.version() === 2)
          judge(valueAt(update, 'cwd'), '/params/update/cwd', ref, verdict);
      },
    };
  },
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"ls","cwd":"src"}',
      `${handshakeAndSession({ version: 2 })}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"terminal_update","terminalId":"t","command":"ls","cwd":"."}}`,
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"ls"}\n< 2 terminal/create {"sessionId":"s","command":"ls","cwd":"/home/me/app"}',
    ],
  },
});
