import { client, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import * as sdk1 from 'acp-sdk-1';
import { stringAt } from '#core/json/json.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { Message, Response } from '#core/wire/jsonrpc.ts';
import { waitFor } from './wait-for.ts';

/** The official SDK's clients: `ClientSideConnection` of its releases 1.x, and the client of 2.x. */
export type Sdk = 'SDK 1' | 'SDK 2';

/** The end of a client's request, for comparison with the recording. */
export interface Ended {
  readonly method: string;
  readonly error?: number;
  readonly stopReason?: unknown;
}

interface Connection {
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => Promise<void>;
}

type Answerer = (method: string, params: unknown) => Promise<unknown>;

/** A message of the recorded client, and the number of agent's frames before it. */
interface Move {
  readonly message: Message;
  readonly after: number;
}

/**
 * Plays the recorded client with the SDK. Sends each message when as many of the agent's frames have come as in the
 * recording, and gives the recorded answers. Returns the ends of its requests, in order.
 */
export async function playRecordedClient(
  sdk: Sdk,
  entries: readonly Entry[],
  toAgent: WritableStream<Uint8Array>,
  fromAgent: ReadableStream<Uint8Array>,
): Promise<readonly Ended[]> {
  const { moves, askedFor, total } = movesOf(entries);
  const splitter = createFrameSplitter();
  let come = 0;
  const counted = fromAgent.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        come += [...splitter.push(chunk)].length;
        controller.enqueue(chunk);
      },
    }),
  );
  const asked = new Map<string, ((response: Response) => void)[]>();
  const answer: Answerer = (method, params) =>
    new Promise((resolve, reject) => {
      const key = keyOf(method, params);
      const take = ({ outcome }: Response) => {
        if (outcome.ok) return resolve(outcome.result ?? {});
        const { code, message, data } = outcome.error;
        reject(sdk === 'SDK 1' ? new sdk1.RequestError(code, message, data) : new RequestError(code, message, data));
      };
      asked.set(key, [...(asked.get(key) ?? []), take]);
    });
  const connection = (sdk === 'SDK 1' ? connect1 : connect2)(toAgent, counted, answer);
  const ended: Promise<Ended>[] = [];
  for (const { message, after } of moves) {
    await waitFor(`${after} frames of the agent`, () => come >= after);
    if (message.kind === 'request')
      ended.push(endOf(message.method, connection.request(message.method, message.params)));
    else if (message.kind === 'notification') await connection.notify(message.method, message.params);
    else await giveAnswer(message);
    await new Promise((resolve) => setImmediate(resolve)); // lets the SDK write before the next message
  }
  await waitFor(`all ${total} frames of the agent`, () => come >= total);
  return Promise.all(ended);

  async function giveAnswer(response: Response): Promise<void> {
    const key = askedFor.get(response);
    if (key === undefined) return; // there is no such request
    const take = await waitFor(`the question ${key}`, () => asked.get(key)?.shift());
    take(response);
  }
}

/** The ends of the client's requests in the recording. */
export function recordedEnds(entries: readonly Entry[]): readonly Ended[] {
  const messages = framesOf(entries);
  const answers = new Map(
    messages.flatMap(({ from, message }) =>
      from === 'agent' && message.kind === 'response' ? [[message.id, message] as const] : [],
    ),
  );
  return messages.flatMap(({ from, message }) => {
    const outcome = from === 'client' && message.kind === 'request' ? answers.get(message.id)?.outcome : undefined;
    if (!outcome || !('method' in message)) return [];
    return [
      toEnded(message.method, outcome.ok ? outcome.result : undefined, outcome.ok ? undefined : outcome.error.code),
    ];
  });
}

const toEnded = (method: string, result: unknown, error?: number): Ended => ({
  method,
  ...(error === undefined ? {} : { error }),
  ...(stringAt(result, 'stopReason') === undefined ? {} : { stopReason: stringAt(result, 'stopReason') }),
});

const endOf = (method: string, request: Promise<unknown>): Promise<Ended> =>
  request.then(
    (result) => toEnded(method, result),
    (cause: { readonly code: number }) => toEnded(method, undefined, cause.code),
  );

const keyOf = (method: string, params: unknown) => `${method} ${stringAt(params, 'sessionId') ?? ''}`;

function framesOf(entries: readonly Entry[]) {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'frame') return [];
    const decoded = decodeFrame(entry.bytes);
    const [part] = decoded.kind === 'json' ? decoded.parts : [];
    return part?.message ? [{ from: entry.from, message: part.message }] : [];
  });
}

function movesOf(entries: readonly Entry[]) {
  const moves: Move[] = [];
  const askedFor = new Map<Message, string>();
  const open = new Map<string, string>();
  let total = 0;
  for (const { from, message } of framesOf(entries)) {
    if (from === 'agent') {
      total += 1;
      if (message.kind === 'request') open.set(message.id, keyOf(message.method, message.params));
      continue;
    }
    moves.push({ message, after: total });
    const key = message.kind === 'response' ? open.get(message.id ?? '') : undefined;
    if (key !== undefined) askedFor.set(message, key);
  }
  return { moves, askedFor, total };
}

function connect1(
  toAgent: WritableStream<Uint8Array>,
  fromAgent: ReadableStream<Uint8Array>,
  answer: Answerer,
): Connection {
  const by = (method: string) => (params: unknown) => answer(method, params) as Promise<never>; // the recorded answer
  const { fs_read_text_file, fs_write_text_file, session_request_permission } = sdk1.CLIENT_METHODS;
  const { terminal_create, terminal_kill, terminal_output, terminal_release, terminal_wait_for_exit } =
    sdk1.CLIENT_METHODS;
  const connection = new sdk1.ClientSideConnection(
    () => ({
      sessionUpdate: () => {},
      requestPermission: by(session_request_permission),
      readTextFile: by(fs_read_text_file),
      writeTextFile: by(fs_write_text_file),
      createTerminal: by(terminal_create),
      killTerminal: by(terminal_kill),
      terminalOutput: by(terminal_output),
      releaseTerminal: by(terminal_release),
      waitForTerminalExit: by(terminal_wait_for_exit),
      extMethod: (method, params) => answer(method, params) as Promise<Record<string, unknown>>,
      extNotification: () => {},
    }),
    sdk1.ndJsonStream(toAgent, fromAgent),
  );
  return {
    request: (method, params) => connection.extMethod(method, params as Record<string, unknown>),
    notify: (method, params) => connection.extNotification(method, params as Record<string, unknown>),
  };
}

function connect2(
  toAgent: WritableStream<Uint8Array>,
  fromAgent: ReadableStream<Uint8Array>,
  answer: Answerer,
): Connection {
  const { agent } = client({ name: 'recorded-client' })
    .onRequest('*', ({ method, params }) => answer(method, params))
    .onNotification('*', () => {})
    .connect(ndJsonStream(toAgent, fromAgent));
  return {
    request: (method, params) => agent.request(method, params),
    notify: (method, params) => agent.notify(method, params),
  };
}
