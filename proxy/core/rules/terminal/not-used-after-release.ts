import { stringAt } from '#core/json/json.ts';
import type { Terminal } from '#core/trace/terminals.ts';
import { terminalKey, terminalUseRule } from '../helpers/terminal-use.ts';

export default terminalUseRule({
  id: 'terminal/not-used-after-release',
  grade: 'error',
  requires:
    'After `terminal/release` the agent does not use the terminal any more. A tool call that is to show it must have it in its content before.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals#releasing-terminals',
  peers:
    'The client has thrown the terminal away and answers with an error; a tool call that shows it for the first time stays empty.',
  start() {
    const shown = new Set<string>(); // keys of open terminals that a tool call shows
    const shownBefore = new WeakSet<Terminal>(); // released terminals that a tool call still shows
    const stillThere = new WeakSet<Terminal>(); // terminals that the client refused to release

    return {
      use({ id, session, as, ref, pointer, certain }, verdict, trace) {
        const terminal = trace.terminal(id, session);
        if (terminal?.session !== session) return; // terminal/terminal-is-known, terminal/stays-in-its-session
        const { released } = terminal;
        const isFine = !released || released.seq === ref.seq || stillThere.has(terminal);
        if (isFine && as === 'content') shown.add(terminalKey(session, id));
        if (isFine || (as === 'content' && shownBefore.has(terminal))) return verdict.kept();
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message:
            as === 'request'
              ? 'the terminal has been released'
              : 'the tool call shows a terminal only after its release',
          seen: JSON.stringify(id),
          expected:
            as === 'request' ? 'a terminal that is not released' : 'the terminal in the content before its release',
          pointer,
          related: [released.seq],
          ...(certain ? {} : { grade: 'note' }),
        });
      },
      terminal({ terminal, duplicate }) {
        const wasShown = shown.delete(terminalKey(terminal.session, terminal.id));
        if (terminal.released && wasShown && !duplicate) shownBefore.add(terminal);
      },
      answered({ exchange: { method, params, session, outcome } }, _verdict, trace) {
        if (method !== 'terminal/release' || outcome.ok) return;
        const terminal = trace.terminal(stringAt(params, 'terminalId') ?? '', session);
        if (terminal) stillThere.add(terminal);
      },
    };
  },
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 3 error {"code":-32602,"message":"Unknown terminal"}',
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n< 3 terminal/release {"sessionId":"s","terminalId":"t"}', // twice, and before the answer
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}',
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n< 3 terminal/release {"sessionId":"s","terminalId":"t"}\n> 3 ok {}\n> 2 ok {"exitCode":0}', // asked before the release, answered after it
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","content":[{"type":"terminal","terminalId":"t"}]}}', // shown all along
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 error {"code":-32603,"message":"busy"}\n< 3 terminal/release {"sessionId":"s","terminalId":"t"}\n> 3 ok {}', // refused, so it is still there
    ],
  },
});
