import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { terminalKey } from '../helpers/terminal-use.ts';

interface Exit {
  readonly status: unknown;
  readonly reported: MessageRef;
}

export default defineRule({
  id: 'terminal/exit-status-stays',
  grade: 'warning',
  binds: 'client',
  versions: [1],
  requires:
    'The exit status of a command does not change: `terminal/output` and `terminal/wait_for_exit` report the same status each time.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals#waiting-for-exit',
  peers:
    'Agents believe the answer they asked for first, and tell their model that a command has failed which has not, or the reverse.',
  start() {
    const exits = new Map<string, Exit>(); // by open terminal
    return {
      terminal({ terminal }) {
        exits.delete(terminalKey(terminal.session, terminal.id));
      },
      answered({ exchange: { method, params, session, outcome, opened, closed } }, verdict, trace) {
        if (method !== 'terminal/wait_for_exit' && method !== 'terminal/output') return;
        const id = stringAt(params, 'terminalId');
        if (!outcome.ok || session === undefined || id === undefined) return;
        const terminal = trace.terminal(id, session);
        if (terminal?.session !== session || terminal.released) return;
        if (!isObject(outcome.result)) return;
        const status = method === 'terminal/output' ? (valueAt(outcome.result, 'exitStatus') ?? null) : outcome.result;
        if (status !== null && !isObject(status)) return; // schema/value-is-not-dropped
        const key = terminalKey(session, id);
        const before = exits.get(key);
        if (!before) return void (isObject(status) && exits.set(key, { status, reported: closed }));
        // An output requested before the exit may have been read before it.
        if (!isObject(status) && opened.seq < before.reported.seq) return;
        if (isObject(status) && !differ(status, before.status)) return verdict.kept();
        verdict.broken({
          seq: closed.seq,
          side: 'client',
          message: isObject(status)
            ? 'the command has ended in another way before'
            : 'the command has ended before and seems to run again',
          seen: isObject(status) ? render(status) : 'no exit status',
          expected: render(before.status),
          pointer: method === 'terminal/output' ? '/result/exitStatus' : '/result',
          related: [before.reported.seq],
        });
      },
    };
  },
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 3 ok {"output":"","truncated":false,"exitStatus":{"exitCode":1}}',
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 3 ok {"output":"","truncated":false}',
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n> 3 ok {"output":"","truncated":false}\n< 4 terminal/output {"sessionId":"s","terminalId":"t"}\n> 4 ok {"output":"","truncated":false,"exitStatus":{"exitCode":0,"signal":null}}', // the first output was read while the command ran
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":null,"signal":"SIGTERM"}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 3 ok {"output":"","truncated":false,"exitStatus":{"exitCode":143}}', // a code and a signal for the same exit
    ],
  },
});

/** Compares only members that both have: a code and a signal may describe the same exit. */
function differ(one: unknown, other: unknown): boolean {
  return ['exitCode', 'signal'].some((member) => {
    const [mine, theirs] = [valueAt(one, member) ?? null, valueAt(other, member) ?? null];
    return mine !== null && theirs !== null && mine !== theirs;
  });
}

function render(status: unknown): string {
  const [code, signal] = [valueAt(status, 'exitCode') ?? null, valueAt(status, 'signal') ?? null];
  const said = [
    code === null ? '' : `exit code ${renderValue(code)}`,
    signal === null ? '' : `signal ${renderValue(signal)}`,
  ];
  return said.filter((text) => text !== '').join(', ') || 'an end without code and signal';
}
