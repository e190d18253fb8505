import type { Exchange } from '#core/trace/exchanges.ts';
import type { Turn } from '#core/trace/turns.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { ASK, CANCEL, CANCELLED, DISMISSED, END_TURN, PROMPT, selected } from '../examples/turn.ts';

/** Requests that are part of a turn’s work. Not `terminal/wait_for_exit`: a command may outlive the turn. */
const WORK = new Set(['fs/read_text_file', 'fs/write_text_file', 'terminal/create', 'session/request_permission']);

const READ = '< 8 fs/read_text_file {"sessionId":"s","path":"/home/me/app/a.ts"}';

export default defineRule({
  id: 'prompt/ends-with-requests-answered',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires:
    'The agent ends a turn when the work of the turn is done: it no longer waits for files, terminals or permissions that it asked the client for.',
  source: 'https://agentclientprotocol.com/protocol/v1/prompt-turn#4-check-for-completion',
  peers:
    'Clients answer all the same, but a permission dialog stays open after the turn, and a file may be written when the user believes that the agent has stopped.',
  start() {
    const outlived = new WeakMap<Exchange, Turn>(); // open requests, with the turn that ended before their response
    const reported = new WeakSet<Turn>();
    return {
      turn({ turn }, _verdict, trace) {
        const { session, ended, outcome } = turn;
        if (!ended || outcome === 'cancelled' || outcome === 'error') return; // the agent need not wait for the responses
        if (trace.currentTurn(session)) return;
        for (const exchange of trace.openRequests('agent'))
          if (exchange.session === session && isWork(exchange)) outlived.set(exchange, turn);
      },
      answered({ exchange }, verdict, trace) {
        if (!isWork(exchange)) return;
        const { method, id, opened, closed, session = '' } = exchange;
        // Waits for the response: a missing one is the client’s mistake, jsonrpc/request-is-answered.
        const turn = outlived.get(exchange);
        if (!turn?.ended) return trace.currentTurn(session) ? verdict.kept() : undefined;
        if (reported.has(turn)) return;
        reported.add(turn);
        verdict.broken({
          seq: turn.ended.seq,
          side: 'agent',
          message: `the turn ends while the agent waits for ${method}`,
          seen: `${method} with id ${id} has no response yet`,
          expected: 'the response to it before the end of the turn',
          related: [opened.seq, closed.seq],
          ...noteUnlessComplete(trace),
        });
      },
    };
  },
  examples: {
    breaks: [`${PROMPT}\n${READ}\n${END_TURN}\n> 8 ok {"content":""}`, `${PROMPT}\n${ASK}\n${END_TURN}\n${DISMISSED}`],
    keeps: [
      `${PROMPT}\n${READ}\n> 8 ok {"content":""}\n${END_TURN}`,
      `${PROMPT}\n${ASK}\n${selected('yes')}\n< 9 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n${END_TURN}`, // a server
      `${PROMPT}\n${ASK}\n${selected('yes')}\n${READ}\n${CANCEL}\n${CANCELLED}\n> 8 ok {"content":""}`, // the answer crosses
    ],
  },
});

const isWork = ({ method, opened, session }: Exchange) =>
  opened.from === 'agent' && session !== undefined && WORK.has(method);
