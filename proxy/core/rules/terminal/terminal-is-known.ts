import { terminalUseRule } from '../helpers/terminal-use.ts';

export default terminalUseRule({
  id: 'terminal/terminal-is-known',
  grade: 'error',
  requires: 'A terminal that the agent names is one that the client has made for it with `terminal/create`.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals',
  peers:
    'The client answers with an error, or shows a tool call with an empty place in it. Terminals that agents announce in `_meta` are theirs, and not judged.',
  start: () => ({
    use({ id, as, ref, pointer, certain, session }, verdict, trace) {
      if (trace.terminal(id, session)) return verdict.kept();
      if (trace.hasUnnamedTerminal()) return; // it may be the terminal without an id
      verdict.broken({
        seq: ref.seq,
        side: 'agent',
        message:
          as === 'request'
            ? 'the client has made no such terminal'
            : 'the tool call shows a terminal that the client has not made',
        seen: JSON.stringify(id),
        expected: 'the terminalId of an answer to terminal/create',
        pointer,
        ...(certain ? {} : { grade: 'note' }),
      });
    },
  }),
  examples: {
    breaks: [
      '< 1 terminal/output {"sessionId":"s","terminalId":"t"}\n> 1 error {"code":-32602,"message":"Unknown terminal"}',
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}',
      '# recorded from the middle: a note\n> _tick {}\n< 1 terminal/output {"sessionId":"s","terminalId":"t"}\n> 1 ok {"output":"","truncated":false}',
      '> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}\n< session/update {"sessionId":"old","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}\n< 1 ok {}', // replayed: a note
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}',
      `< 1 terminal/create {"sessionId":"s","command":"npm"}
       > 1 ok {"terminalId":"t"}
       < 2 terminal/kill {"sessionId":"s","terminalId":"t"}
       > 2 ok {}
       < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"own"}],"_meta":{"terminal_info":{"terminal_id":"own"}}}}
       < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","content":[{"type":"terminal","terminalId":"own"}]}}`, // the agent's own, for display
    ],
  },
});
