import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Terminal } from '#core/trace/terminals.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { terminalKey } from '../helpers/terminal-use.ts';

interface Living {
  readonly terminal: Terminal;
  /** The client reported the exit of its command. */
  readonly ended: boolean;
}

export default defineRule({
  id: 'terminal/is-released',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires: 'The agent releases every terminal it has had made when it does not need it any more.',
  source: 'https://agentclientprotocol.com/protocol/v1/terminals#releasing-terminals',
  peers: 'The client keeps the process and its output for as long as the session or the connection lasts.',
  start() {
    const living = new Map<string, Living>();

    function report(
      { terminal, ended }: Living,
      message: string,
      { seq }: Pick<Terminal['created'], 'seq'>,
      excused: boolean,
      verdict: Verdict,
    ) {
      verdict.broken({
        seq,
        side: 'agent',
        message,
        seen: `${JSON.stringify(terminal.id)}, ${ended ? 'its command has ended' : 'its command may still run'}`,
        expected: 'terminal/release',
        related: [terminal.created.seq],
        // A command that still runs may be a server for the whole session: not a leak.
        ...(excused || !ended ? { grade: 'note' } : {}),
      });
    }

    return {
      terminal({ terminal }, verdict) {
        const key = terminalKey(terminal.session, terminal.id);
        if (!terminal.released) living.set(key, { terminal, ended: false });
        else if (living.delete(key)) verdict.kept();
      },
      answered({ exchange: { method, params, session, outcome } }) {
        if (method !== 'terminal/wait_for_exit' && method !== 'terminal/output') return;
        if (!outcome.ok || session === undefined) return;
        if (method === 'terminal/output' && !isObject(valueAt(outcome.result, 'exitStatus'))) return;
        const key = terminalKey(session, stringAt(params, 'terminalId') ?? '');
        const known = living.get(key);
        if (known && !known.ended) living.set(key, { ...known, ended: true });
      },
      session({ session }, verdict, trace) {
        const { closed } = session;
        if (!closed) return;
        for (const [key, each] of living) {
          if (each.terminal.session !== session.id) continue;
          living.delete(key);
          report(each, 'the session was closed and its terminal not released', closed, !trace.isComplete(), verdict);
        }
      },
      ended({ orderly, cutShort, seq }, verdict, trace) {
        if (cutShort) return;
        const awaited = new Set([...trace.openRequests('agent')].flatMap(awaitedTerminal));
        for (const [key, each] of living) {
          if (awaited.has(key)) continue; // the client has not answered
          const excused = !orderly || !trace.isComplete() || isWorking(each, trace);
          report(each, 'the connection ended and the terminal was not released', { seq }, excused, verdict);
        }
      },
    };
  },
  examples: {
    breaks: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n= exit {"code":0,"signal":null}',
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"","truncated":false,"exitStatus":{"exitCode":0}}\n= exit {"code":null,"signal":"SIGKILL"}', // killed: a note
      '< 1 terminal/create {"sessionId":"s","command":"vite"}\n> 1 ok {"terminalId":"t"}\n= exit {"code":0,"signal":null}', // a server that still runs: a note
    ],
    keeps: [
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/release {"sessionId":"s","terminalId":"t"}\n> 2 ok {}\n= exit {"code":0,"signal":null}',
    ],
  },
});

/** The terminal whose exit a request waits for. */
const awaitedTerminal = ({ method, params, session }: Exchange): string | readonly [] =>
  method === 'terminal/wait_for_exit' && session !== undefined
    ? terminalKey(session, stringAt(params, 'terminalId') ?? '')
    : [];

/** In the middle of a turn the agent may have been about to release it. */
const isWorking = ({ terminal }: Living, trace: Trace): boolean => trace.currentTurn(terminal.session) !== undefined;
