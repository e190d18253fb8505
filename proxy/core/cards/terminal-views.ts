import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { TerminalView } from '#core/model/cards.ts';
import {
  createsTerminal,
  isTerminalMethod,
  readsTerminal,
  updatesSession,
  waitsForTerminal,
} from '#core/protocol/method-traits.ts';
import { concat, decodeLossy, encodeUtf8, fromBase64 } from '#core/wire/bytes.ts';
import { cutStart, type Budget } from './budget.ts';
import { toFailure } from './failure.ts';
import {
  requestsIn,
  paramsOf,
  resultOf,
  updateOf,
  variantOf,
  type RequestAndResponse,
  type CardMessage,
} from './card-message.ts';

/** A terminal during the pass over its messages. Output is bytes, because a chunk may end within a character. */
interface Printing {
  seq: number;
  readonly id: string | null;
  command: string | null;
  cwd: string | null;
  output: Uint8Array[];
  isTruncated: boolean;
  exit: TerminalView['exit'];
  failure: TerminalView['failure'];
}

/**
 * The terminals of a group and their output, in order of appearance. In version 1 the client runs them, and
 * each response to the agent has the whole output. In version 2 the agent reports the output. Some agents
 * send the output of their own terminals in `_meta` of a tool call, if the client asked for it.
 */
export function toTerminals(messages: readonly CardMessage[], budget: Budget): readonly TerminalView[] {
  const printing = new Map<string | number, Printing>();
  const named: Named = (id, seq) => {
    const known = printing.get(id ?? seq) ?? start(id, seq);
    printing.set(id ?? seq, known);
    return known;
  };

  const answers = new Map<number, RequestAndResponse>();
  for (const asked of requestsIn(messages)) answers.set((asked.answer ?? asked.request).seq, asked);
  for (const message of messages) {
    const asked = answers.get(message.seq);
    if (asked) applyExchange(asked, named);
    else if (updatesSession(message.method)) applyUpdate(message, named);
  }
  return [...printing.values()].map((terminal) => toView(terminal, budget));
}

/**
 * Returns the terminal with this id, known or new. A terminal that could not be created has no id; its entry
 * identifies it.
 */
type Named = (id: string | undefined, seq: number) => Printing;

const start = (id: string | undefined, seq: number): Printing => ({
  seq,
  id: id ?? null,
  command: null,
  cwd: null,
  output: [],
  isTruncated: false,
  exit: null,
  failure: null,
});

/** Source: https://agentclientprotocol.com/protocol/v1/terminals */
function applyExchange({ request, answer }: RequestAndResponse, named: Named): void {
  const params = paramsOf(request);
  const result = answer && resultOf(answer);
  const id = stringAt(params, 'terminalId');
  const { method } = request;
  if (createsTerminal(method)) {
    const terminal = named(stringAt(result, 'terminalId'), request.seq);
    terminal.command = commandOf(params);
    terminal.cwd = stringAt(params, 'cwd') ?? null;
    terminal.failure = toFailure(answer);
  } else if (id === undefined) {
    return;
  } else if (readsTerminal(method)) {
    const output = stringAt(result, 'output');
    if (!answer || output === undefined) return;
    const terminal = named(id, answer.seq);
    terminal.seq = answer.seq;
    terminal.output = [encodeUtf8(output)];
    terminal.isTruncated = valueAt(result, 'truncated') === true;
    terminal.exit = toExit(valueAt(result, 'exitStatus')) ?? terminal.exit;
  } else if (waitsForTerminal(method)) {
    if (answer) named(id, request.seq).exit = toExit(result);
  } else if (isTerminalMethod(method)) named(id, request.seq);
}

function applyUpdate(message: CardMessage, named: Named): void {
  const update = updateOf(message);
  const id = stringAt(update, 'terminalId');
  const { seq } = message;
  if (variantOf(message) === 'terminal_output_chunk' && id !== undefined)
    print(named(id, seq), seq, stringAt(update, 'data'));
  else if (variantOf(message) === 'terminal_update' && id !== undefined) {
    const terminal = named(id, seq);
    terminal.command = stringAt(update, 'command') ?? terminal.command;
    terminal.cwd = stringAt(update, 'cwd') ?? terminal.cwd;
    terminal.exit = toExit(valueAt(update, 'exitStatus')) ?? terminal.exit;
    const output = valueAt(update, 'output');
    if (output !== undefined) terminal.output = [];
    print(terminal, seq, stringAt(output, 'data'));
  } else applyMeta(valueAt(update, '_meta'), seq, named);
}

/**
 * `terminal_info`, `terminal_output` and `terminal_exit` in `_meta`: used between Zed and the adapters for
 * Claude and Codex.
 */
function applyMeta(meta: unknown, seq: number, named: Named): void {
  if (!isObject(meta)) return;
  const info = stringAt(meta, 'terminal_info', 'terminal_id');
  if (info !== undefined) named(info, seq).cwd = stringAt(meta, 'terminal_info', 'cwd') ?? null;
  const printed = stringAt(meta, 'terminal_output', 'terminal_id');
  if (printed !== undefined) {
    const terminal = named(printed, seq);
    terminal.seq = seq;
    terminal.output.push(encodeUtf8(stringAt(meta, 'terminal_output', 'data') ?? ''));
  }
  const ended = valueAt(meta, 'terminal_exit');
  const id = stringAt(ended, 'terminal_id');
  if (id !== undefined) named(id, seq).exit = exitOf(valueAt(ended, 'exit_code'), valueAt(ended, 'signal'));
}

function print(terminal: Printing, seq: number, base64: string | undefined): void {
  if (base64 === undefined) return;
  terminal.seq = seq;
  terminal.output.push(fromBase64(base64) ?? encodeUtf8(base64));
}

const toExit = (status: unknown): TerminalView['exit'] =>
  isObject(status) ? exitOf(status['exitCode'], status['signal']) : null;

const exitOf = (code: unknown, signal: unknown): TerminalView['exit'] => ({
  code: typeof code === 'number' ? code : null,
  signal: typeof signal === 'string' ? signal : null,
});

function commandOf(params: unknown): string | null {
  const [command, args] = [stringAt(params, 'command'), valueAt(params, 'args')];
  if (command === undefined) return null;
  return [command, ...(Array.isArray(args) ? args.map(String) : [])].join(' ');
}

function toView({ output, ...terminal }: Printing, budget: Budget): TerminalView {
  return { ...terminal, output: cutStart(decodeLossy(concat(output)), budget) };
}
