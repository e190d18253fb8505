import { isEqual } from '#core/json/difference.ts';
import { valueAt, stringAt } from '#core/json/json.ts';
import { endsTerminal, readsTerminal, releasesTerminal, waitsForTerminal } from '#core/protocol/method-traits.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { refusal, result, type Answer } from './answer.ts';
import type { LiveRequest } from './live-side.ts';
import type { LiveNames } from './live-names.ts';
import type { AgentRequest } from './plan.ts';
import type { UnusedRequests } from './unused-requests.ts';

/** A replayed terminal. */
interface Terminal {
  /** Recorded answers that are left, by method. */
  readonly answers: Map<string, AgentRequest[]>;
  /** How its command ended, if the recording has it. */
  readonly exit: unknown;
  /** Requests that wait for an end that the recording does not have. */
  readonly waiting: ((outcome: Outcome) => void)[];
  killed: boolean;
  released: boolean;
}

const KILLED = { exitCode: null, signal: 'SIGTERM' };

/**
 * The terminals of a client that has only its recording: runs no command. Matches `terminal/create` by command and
 * arguments, other requests by terminal. Gives each recorded answer in turn, and the last one again and again.
 */
export function createRecordedTerminals(asked: readonly AgentRequest[], unused: UnusedRequests, names: LiveNames) {
  const terminals = new Map<string, Terminal>();

  function create(request: LiveRequest): Answer {
    const like = unused.take(request.method, (each) =>
      each.outcome?.ok && isSameCommand(names.valueToLive(each.params), names.valueToLive(request.params))
        ? each.prompt === request.prompt
          ? 1
          : 0
        : undefined,
    );
    const recorded = like?.outcome?.ok ? stringAt(like.outcome.result, 'terminalId') : undefined;
    if (!like || recorded === undefined) {
      const words = commandOf(request.params);
      const note = `the recording has no command "${words}": it was not run. With --workspace it would be`;
      return { outcome: refusal(-32603, `acptap drive: the recorded client never ran ${words}`), note };
    }
    let id = recorded; // the client chooses these ids: keep the recorded one unless it is taken
    for (let number = 2; terminals.has(id); number++) id = `${recorded}-${number}`;
    terminals.set(id, terminalOf(asked, like, recorded));
    return { outcome: result({ terminalId: id }), like };
  }

  function other(request: LiveRequest): Answer {
    const id = stringAt(request.params, 'terminalId') ?? '';
    const terminal = terminals.get(id);
    if (!terminal) return { outcome: noTerminal(id) };
    const left = terminal.answers.get(request.method) ?? [];
    const like = left.length > 1 ? left.shift() : left[0];
    if (endsTerminal(request.method)) end(terminal);
    const outcome = like?.outcome ?? unrecorded(request.method, terminal, id);
    terminal.released ||= releasesTerminal(request.method);
    return { outcome, ...(like ? { like } : {}) };
  }

  return { create, other };
}

const noTerminal = (id: string) => refusal(-32602, `There is no terminal ${id}`);

function unrecorded(method: string, terminal: Terminal, id: string): Outcome | Promise<Outcome> {
  if (terminal.released) return noTerminal(id);
  const exit = terminal.exit ?? (terminal.killed ? KILLED : undefined);
  if (readsTerminal(method))
    return result({ output: '', truncated: false, ...(exit === undefined ? {} : { exitStatus: exit }) });
  if (endsTerminal(method)) return result({});
  if (exit !== undefined) return result(exit);
  return new Promise((resolve) => terminal.waiting.push(resolve));
}

function end(terminal: Terminal): void {
  terminal.killed = true;
  for (const resolve of terminal.waiting.splice(0)) resolve(result(terminal.exit ?? KILLED));
}

/** Ids may be reused: takes only requests after this terminal was made and before the next one with its id. */
function terminalOf(asked: readonly AgentRequest[], made: AgentRequest, id: string): Terminal {
  const after = asked.slice(asked.indexOf(made) + 1);
  const next = after.findIndex(({ outcome }) => outcome?.ok && stringAt(outcome.result, 'terminalId') === id);
  const own = (next === -1 ? after : after.slice(0, next)).filter(
    ({ params, session }) => stringAt(params, 'terminalId') === id && session === made.session,
  );
  const answers = Map.groupBy(
    own.filter(({ outcome }) => outcome !== undefined),
    ({ method }) => method,
  );
  const results = own.flatMap(({ method, outcome }) => (outcome?.ok ? [{ method, value: outcome.result }] : []));
  const waited = results.find(({ method }) => waitsForTerminal(method))?.value;
  const seen = results.flatMap(({ value }) => valueAt(value, 'exitStatus') ?? [])[0];
  return { answers, exit: waited ?? seen, waiting: [], killed: false, released: false };
}

const isSameCommand = (a: unknown, b: unknown) =>
  valueAt(a, 'command') === valueAt(b, 'command') && isEqual(valueAt(a, 'args') ?? [], valueAt(b, 'args') ?? []);

/** A command in words. */
export function commandOf(params: unknown): string {
  const args = valueAt(params, 'args');
  return [stringAt(params, 'command') ?? '', ...(Array.isArray(args) ? args.map(String) : [])].join(' ');
}
