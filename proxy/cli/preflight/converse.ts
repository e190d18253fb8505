import { setTimeout as pause } from 'node:timers/promises';
import { valueAt } from '#core/json/json.ts';
import { asksPermission, isFileMethod, isTerminalMethod, readsFile } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import type { ErrorObject, Outcome } from '#core/wire/jsonrpc.ts';
import { startAgent, type AgentProcess, type StoppedAgent } from '../../agent-process/agent-process.ts';
import { resolvesWithin } from '../../agent-process/resolves-within.ts';
import { version } from '../version.gen.ts';

/** The outcome of a request. `echo`: the agent sent the request back, as `cat` does. */
export type Reply =
  | { readonly kind: 'result'; readonly result: unknown; readonly ms: number }
  | { readonly kind: 'error'; readonly error: ErrorObject }
  | { readonly kind: 'silence'; readonly ms: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'echo' };

/** The conversation of an agent and the preflight. */
export interface Conversation extends StoppedAgent {
  readonly entries: readonly Entry[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly initialize: Reply;
  /** Missing when no session was requested. */
  readonly session?: Reply;
  readonly exit: Exit;
  /** Why the agent could not be started. */
  readonly failure?: string;
  readonly flooding: boolean;
}

export interface ConverseOptions {
  /** How long each answer may take. */
  readonly timeoutMs: number;
  /** The working directory of the session: an absolute, empty folder. */
  readonly cwd: string;
  /** Called when the agent runs, so that it can be ended if we are killed. */
  readonly ward?: (agent: AgentProcess) => void;
}

/** How long an agent may send commands or modes after its answer. */
const QUIET_MS = 300;

/**
 * The exact capabilities of the registry's CI: agents list other ways to log in to other clients.
 * https://github.com/agentclientprotocol/registry/blob/main/.github/workflows/client.py
 */
const INITIALIZE = {
  protocolVersion: 1,
  clientInfo: { name: 'acptap-preflight', title: 'acptap preflight', version },
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    _meta: { terminal_output: true, 'terminal-auth': true },
  },
};

/** Starts an agent, opens a session, and always ends the agent. */
export async function converse(
  command: readonly [string, ...string[]],
  { timeoutMs, cwd, ward }: ConverseOptions,
): Promise<Conversation> {
  const trace = createTrace();
  const sent = new Set<string>();
  let answered: (reply: Reply) => void = () => {}; // resolves the open request
  const agent = startAgent(command, (entry) => {
    if (entry.kind === 'frame') handleFrame(entry);
  });
  ward?.(agent);

  function handleFrame(frame: FrameEntry): void {
    const { decoded, events } = trace.apply(frame);
    if (frame.from === 'client') return;
    if (decoded?.kind === 'json' && sent.has(decoded.text)) return answered({ kind: 'echo' });
    for (const event of events) {
      if (event.kind === 'request') send(answerTo(event.exchange));
      const outcome = answerIn(event);
      if (outcome) answered(toReply(outcome));
    }
  }

  function send(json: string): void {
    sent.add(`${json}\n`);
    agent.write(`${json}\n`);
  }

  async function ask(id: number, method: string, params: object): Promise<Reply> {
    const began = performance.now();
    const timer = new AbortController();
    const reply = await Promise.race([
      new Promise<Reply>((resolve) => {
        answered = resolve;
        send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      }),
      agent.ended.then((): Reply => ({ kind: 'ended' })),
      pause<Reply>(timeoutMs, { kind: 'silence', ms: timeoutMs }, { signal: timer.signal }),
    ]);
    timer.abort();
    return reply.kind === 'result' ? { ...reply, ms: Math.round(performance.now() - began) } : reply;
  }

  const initialize: Reply = agent.identity ? await ask(1, 'initialize', INITIALIZE) : { kind: 'ended' };
  const session = speaksOurs(initialize) ? await ask(2, 'session/new', { cwd, mcpServers: [] }) : undefined;
  if (session && session.kind !== 'ended') await resolvesWithin(agent.ended, QUIET_MS);
  const stopped = await agent.stop();
  const { failure, ...exit } = await agent.ended;
  return {
    ...stopped,
    entries: agent.entries,
    startedAt: agent.startedAt,
    initialize,
    ...(session ? { session } : {}),
    exit,
    ...(failure === undefined ? {} : { failure }),
    flooding: agent.isFlooding(),
  };
}

/** The answer to the open request. An error without an id answers it, too: some agents send those. */
function answerIn(event: TraceEvent): Outcome | undefined {
  if (event.kind === 'answered') return event.exchange.outcome;
  if (event.kind !== 'orphan' || event.answer.why !== 'no-id' || event.response.outcome.ok) return undefined;
  return event.response.outcome;
}

const toReply = (outcome: Outcome): Reply =>
  outcome.ok ? { kind: 'result', result: outcome.result, ms: 0 } : { kind: 'error', error: outcome.error };

/** Whether the agent speaks our version. Otherwise nothing more is requested. */
function speaksOurs(initialize: Reply): boolean {
  if (initialize.kind !== 'result') return false;
  return (valueAt(initialize.result, 'protocolVersion') ?? 1) === INITIALIZE.protocolVersion;
}

/** Refuses the agent's requests, because nothing was prompted. */
function answerTo({ id, method }: Exchange): string {
  const outcome = asksPermission(method)
    ? { result: { outcome: { outcome: 'cancelled' } } }
    : { error: refusal(method) };
  return `{"jsonrpc":"2.0","id":${id},${JSON.stringify(outcome).slice(1)}`;
}

function refusal(method: string): ErrorObject {
  if (readsFile(method)) return { code: -32002, message: 'Resource not found' };
  if (isFileMethod(method) || isTerminalMethod(method))
    return { code: -32603, message: 'A preflight does nothing for the agent' };
  return { code: -32601, message: 'Method not found' };
}

/** The last line that the agent wrote to stderr, if any. For an uncaught error of Node.js the line with the error. */
export function lastStderrLine(entries: readonly Entry[]): string | undefined {
  const text = entries.flatMap((entry) => (entry.kind === 'stderr' ? [decodeLossy(entry.bytes)] : [])).join('');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const last = lines.at(-1);
  const isNode = last !== undefined && /^Node\.js v\d/.test(last);
  return (isNode ? lines.findLast((line) => /^\w*Error\b.*: /.test(line)) : undefined) ?? (last || undefined);
}
