import { decodeFrame } from '#core/wire/decode.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frames.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { Seq } from '#core/wire/units.ts';
import { missingCapabilities } from './capabilities.ts';
import { inWords } from './match.ts';
import { awaited, play, start, type Divergence } from './player.ts';
import { toScript } from './script.ts';

/** How a replay went. */
export interface ReplayReport {
  readonly outcome: 'complete' | 'incomplete' | 'diverged';
  /** Frames sent to the client, and messages received from it. */
  readonly played: number;
  readonly received: number;
  /** Recorded client messages that never came. */
  readonly unused: readonly Seq[];
  readonly divergences: readonly Divergence[];
  /** Client capabilities that the recorded agent used and the live client did not advertise. */
  readonly missingCapabilities: readonly string[];
}

export interface ReplayOptions {
  /** Milliseconds to wait for the client at most, each time; undefined waits for ever. */
  readonly timeout?: number;
  /** The caller's timer, so that tests have none. Calls back once; returns how to cancel. */
  readonly after?: (ms: number, expired: () => void) => () => void;
}

/** A recorded agent that a client can talk to: streams of bytes as of a subprocess's stdin and stdout. */
export interface ReplayedAgent {
  /** What the client writes. */
  readonly writable: WritableStream<Uint8Array>;
  /** What the client reads. Closed when the replay is over. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Resolves when the script has ended and the client has closed, when the client closed early, or on divergence. Never rejects. */
  readonly finished: Promise<ReplayReport>;
}

const defaultAfter = (ms: number, expired: () => void) => {
  const timer = setTimeout(expired, ms);
  return () => clearTimeout(timer);
};

/**
 * Plays the agent of a recording to a live client: deterministic, in the recorded order, without a model or a network. A client that
 * does something else than the recorded one gets a JSON-RPC error with `data.acptap`, and the replay ends as diverged.
 */
export function replayAgent(entries: Iterable<Entry>, options: ReplayOptions = {}): ReplayedAgent {
  const { timeout, after = defaultAfter } = options;
  const script = toScript(entries);
  const splitter = createFrameSplitter();
  const divergences: Divergence[] = [];
  let state = start;
  let played = 0;
  let received = 0;
  let missing: readonly string[] = [];
  let over = false;
  let cancelled = false;
  let cancelTimer = () => {};
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let resolve: (report: ReplayReport) => void;
  const finished = new Promise<ReplayReport>((done) => (resolve = done));

  function step(message?: Message): void {
    const [next, commands] = play(script, state, message);
    state = next;
    for (const command of commands) {
      if (command.kind === 'send') {
        controller.enqueue(command.bytes);
        played += 1;
      } else {
        divergences.push(command.divergence);
        if (command.reject !== undefined) controller.enqueue(rejection(command.reject, command.divergence));
        finish();
      }
    }
    waitForClient();
  }

  function waitForClient(): void {
    cancelTimer();
    const line = awaited(script, state);
    if (over || timeout === undefined || !line) return;
    cancelTimer = after(timeout, () => {
      const expected = inWords(line.message, line.method);
      const message = `waited ${timeout} ms for ${expected} (entry ${line.seq} of the recording), nothing came`;
      divergences.push({ seq: line.seq, expected, received: 'nothing', nearMisses: [], message });
      finish();
    });
  }

  function receive(frame: Uint8Array): void {
    const decoded = decodeFrame(frame);
    if (over || decoded.kind === 'blank') return;
    const message = decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
    received += 1;
    if (message?.kind === 'request' && message.method === 'initialize')
      missing = missingCapabilities(script, message.params);
    if (message) return step(message);
    const words = 'a line that is no JSON-RPC message';
    divergences.push({
      seq: null,
      expected: null,
      received: words,
      nearMisses: [],
      message: `the client sent ${words}`,
    });
    finish();
  }

  function finish(): void {
    if (over) return;
    over = true;
    cancelTimer();
    if (!cancelled) controller.close();
    const unused = script.filter(
      (line, index) => line.from === 'client' && index >= state.cursor && !state.matched.has(index),
    );
    const outcome = divergences.length > 0 ? 'diverged' : unused.length > 0 ? 'incomplete' : 'complete';
    resolve({
      outcome,
      played,
      received,
      unused: unused.map(({ seq }) => seq),
      divergences,
      missingCapabilities: missing,
    });
  }

  return {
    readable: new ReadableStream({
      start(readableController) {
        controller = readableController;
        step();
      },
      cancel() {
        cancelled = true; // the client reads no more: there is nothing left to close
        finish();
      },
    }),
    writable: new WritableStream({
      write(chunk) {
        for (const frame of splitter.push(chunk)) receive(frame);
      },
      close() {
        const rest = splitter.flush();
        if (rest) receive(rest);
        finish();
      },
      abort: finish,
    }),
    finished,
  };
}

/** The answer to a request that the recording does not have. The id goes in as it came, digit for digit. */
function rejection(id: string, { message, expected, received }: Divergence): Uint8Array {
  const error = { code: -32603, message: `acptap replay: ${message}`, data: { acptap: { expected, received } } };
  return encodeUtf8(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`);
}
