import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'terminal/id-is-unique',
  grade: 'error',
  binds: 'client',
  versions: [1],
  requires: 'The client gives a new terminal an id that no terminal of the session has which is not released yet.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals',
  peers: 'Agents take the two for one: they read the wrong output and cannot stop the first command any more.',
  start: () => ({
    terminal({ terminal, duplicate }, verdict, trace) {
      if (terminal.released) return;
      const { id, created, session } = terminal;
      // Closing a session removes its terminals.
      const reopened = trace.session(session)?.opened.seq ?? 0;
      if (!duplicate || reopened > duplicate.created.seq) return verdict.kept();
      verdict.broken({
        seq: created.seq,
        side: 'client',
        message: 'a terminal that is not released has this id',
        seen: JSON.stringify(id),
        expected: 'an id of its own',
        pointer: '/result/terminalId',
        related: [duplicate.created.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/create {"sessionId":"s","command":"npm"}\n> 2 ok {"terminalId":"t"}',
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}\n< 3 terminal/create {"sessionId":"s","command":"npm"}\n> 3 ok {"terminalId":"t"}', // released before
    ],
  },
});
