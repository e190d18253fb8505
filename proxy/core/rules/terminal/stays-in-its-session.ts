import { terminalUseRule } from '../helpers/terminal-use.ts';

export default terminalUseRule({
  id: 'terminal/stays-in-its-session',
  grade: 'error',
  requires: 'A terminal is used in the session it was made for.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals',
  peers: 'Clients keep the terminals of each session apart and answer that there is no such terminal.',
  start: () => ({
    use({ id, session, as, ref, pointer, certain }, verdict, trace) {
      const terminal = trace.terminal(id, session);
      if (!terminal) return; // terminal/terminal-is-known
      if (terminal.session === session) return verdict.kept();
      const { created } = terminal;
      verdict.broken({
        seq: ref.seq,
        side: 'agent',
        message: 'the terminal belongs to another session',
        seen: `${JSON.stringify(id)} in session ${JSON.stringify(session)}`,
        expected: `session ${JSON.stringify(terminal.session)}`,
        pointer,
        related: [created.seq],
        // a tool call of a subagent may show a terminal of its parent session
        ...(certain ? (as === 'content' ? { grade: 'warning' } : {}) : { grade: 'note' }),
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"other"}\n< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/kill {"sessionId":"other","terminalId":"t"}\n> 2 error {"code":-32602,"message":"Unknown terminal"}',
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"other"}\n< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< session/update {"sessionId":"other","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}', // a warning
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/kill {"sessionId":"s","terminalId":"t"}\n> 2 ok {}',
      `> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
       < 1 ok {"sessionId":"other"}
       < 1 terminal/create {"sessionId":"s","command":"npm"}
       < 2 terminal/create {"sessionId":"other","command":"npm"}
       > 1 ok {"terminalId":"1"}
       > 2 ok {"terminalId":"1"}
       < 3 terminal/kill {"sessionId":"s","terminalId":"1"}
       > 3 ok {}`, // a client that numbers terminals per session
    ],
  },
});
