import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { concat, encodeUtf8, LF } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import { at, stringAt } from '#core/wire/json.ts';
import type { Notification, Outcome, Request } from '#core/wire/jsonrpc.ts';
import { toIdToken } from '#core/wire/request-id.ts';
import type { Seq } from '#core/wire/units.ts';
import { refuseCut } from '../refuse-cut.ts';
import { createProgress, type Progress } from './progress.ts';

/** One thing that the recorded client did of itself: a request, a notification, or a line that is no message. */
export interface Step {
  readonly seq: Seq;
  /** The frame with its LF. */
  readonly bytes: Uint8Array;
  readonly message: Request | Notification | undefined;
  readonly session: string | undefined;
  /** What had happened since the step before, and therefore has to happen before this one. */
  readonly needs: readonly Need[];
  /** How many updates its session had had outside of turns: a client that loads a session shows it before it goes on. */
  readonly asides: number;
  /** For what was done in the middle of a turn. */
  readonly during?: {
    /** The turn's session; it is this one's too, but for `$/cancel_request`, which names none. */
    readonly session: string;
    readonly prompt: Seq;
    /** How far the agent had come. */
    readonly progress: Progress;
    /** How long after that the client did this, in milliseconds. */
    readonly delayMs: number;
  };
}

/** Something of the recorded client's: the answer to its request, or the end of the turn of its prompt. */
export interface Need {
  readonly kind: 'answer' | 'turn-end';
  /** The request. */
  readonly seq: Seq;
  readonly method: string;
}

/** A request of the recorded agent. */
export interface Asked {
  readonly seq: Seq;
  readonly method: string;
  readonly params: unknown;
  readonly session: string | undefined;
  /** The tool call that it speaks of, as it was then. */
  readonly toolCall: { readonly kind: string | undefined; readonly title: string | undefined } | undefined;
  /** The prompt of the turn in which it was asked. */
  readonly prompt: Seq | undefined;
  /** Missing when the client never answered. */
  readonly outcome?: Outcome;
  /** The steps that the client took between request and answer: from the first index, up to but without the second. */
  readonly meanwhile: readonly [from: number, to: number];
}

/** What the recorded client did and how it answered: what there is to do with a live agent. */
export interface Plan {
  readonly steps: readonly Step[];
  /** What has to happen after the last step. */
  readonly needs: readonly Need[];
  readonly asked: readonly Asked[];
  /** The results that the recorded client got, by the request. */
  readonly results: ReadonlyMap<Seq, unknown>;
  /** The sessions that its requests opened, by the request. */
  readonly sessions: ReadonlyMap<Seq, string>;
  /** The tool calls of each turn in the order in which they were first seen, by the prompt. */
  readonly toolCalls: ReadonlyMap<Seq, readonly string[]>;
  /** The working directories of its sessions, in the order in which they were first named. */
  readonly folders: readonly string[];
}

type Opening = { -readonly [member in keyof Asked]: Asked[member] };

/** Reads a recording from the client's side. */
export function toPlan(entries: Iterable<Entry>): Plan {
  const trace = createTrace();
  const progress = createProgress();
  const steps: Step[] = [];
  const asked = new Map<Exchange, Opening>();
  const results = new Map<Seq, unknown>();
  const sessions = new Map<Seq, string>();
  const toolCalls = new Map<Seq, string[]>();
  const folders = new Set<string>();
  let needs: Need[] = [];

  function addStep(entry: FrameEntry, message: Step['message'], bytes: Uint8Array): void {
    const session = message ? stringAt(message.params, 'sessionId') : undefined;
    const folder = message ? stringAt(message.params, 'cwd') : undefined;
    if (folder !== undefined) folders.add(folder);
    const middle = message ? duringOf(entry, message, session) : undefined;
    steps.push({
      seq: entry.seq,
      bytes,
      message,
      session,
      needs,
      asides: progress.asides(session),
      ...(middle ? { during: middle } : {}),
    });
    needs = [];
  }

  function duringOf({ at: now }: FrameEntry, message: Request | Notification, own: string | undefined) {
    const session = own ?? cancelledSession(message);
    const turn = session === undefined ? undefined : trace.currentTurn(session);
    const reached = progress.of(session);
    if (!turn || session === undefined || !reached) return undefined;
    // An agent that waits for the client waits, however long it took.
    const delayMs = isAsking(reached) ? 0 : Math.max(0, (now - reached.at) / 1000);
    return { session, prompt: turn.started.seq, progress: reached, delayMs };
  }

  /** The session of the request that a `$/cancel_request` is about. */
  function cancelledSession({ method, params }: Request | Notification): string | undefined {
    const value = at(params, 'requestId');
    const id = method === '$/cancel_request' ? toIdToken(value, () => JSON.stringify({ id: value })) : undefined;
    return id === undefined ? undefined : trace.openRequest('client', id)?.session;
  }

  function apply(event: TraceEvent): void {
    progress.apply(event);
    if (event.kind === 'answered' && event.exchange.opened.from === 'client') {
      const { method, opened, outcome } = event.exchange;
      needs.push({ kind: 'answer', seq: opened.seq, method });
      if (outcome?.ok) results.set(opened.seq, outcome.result);
    }
    if (event.kind === 'session' && !event.session.closed) sessions.set(event.session.opened.seq, event.session.id);
    if (event.kind === 'turn' && event.turn.ended)
      needs.push({ kind: 'turn-end', seq: event.turn.started.seq, method: 'session/prompt' });
    if (event.kind === 'tool-call' && event.before === undefined) {
      const prompt = trace.currentTurn(event.toolCall.session)?.started.seq;
      if (prompt !== undefined) toolCalls.set(prompt, [...(toolCalls.get(prompt) ?? []), event.toolCall.id]);
    }
    if (event.kind === 'answered' && event.exchange.opened.from === 'agent') {
      const request = asked.get(event.exchange);
      if (!request || !event.exchange.outcome) return;
      request.outcome = event.exchange.outcome;
      request.meanwhile = [request.meanwhile[0], steps.length];
    }
  }

  for (const entry of entries) {
    refuseCut(entry);
    // before the fold: what matters is how things stood when the client did this
    if (entry.kind === 'frame' && entry.from === 'client')
      for (const { message, bytes } of partsOf(entry)) addStep(entry, message, bytes);
    const { messages, events } = trace.apply(entry);
    for (const { exchange, message, toolCall } of messages)
      if (exchange && message.kind === 'request' && exchange.opened.from === 'agent')
        asked.set(exchange, {
          seq: exchange.opened.seq,
          method: exchange.method,
          params: exchange.params,
          session: exchange.session,
          toolCall: toolCall && { kind: toolCall.kind, title: toolCall.title },
          prompt: trace.currentTurn(exchange.session ?? '')?.started.seq,
          meanwhile: [steps.length, steps.length],
        });
    for (const event of events) apply(event);
  }
  return { steps, needs, asked: [...asked.values()], results, sessions, toolCalls, folders: [...folders] };
}

const isAsking = ({ asked, answered }: Progress) =>
  [...asked].some(([method, count]) => count > (answered.get(method) ?? 0));

interface FramePart {
  readonly message: Request | Notification | undefined;
  readonly bytes: Uint8Array;
}

/** What of a client's frame is its own doing: answers are not. The messages of a batch are taken one by one. */
function partsOf({ bytes }: FrameEntry): readonly FramePart[] {
  const decoded = decodeFrame(bytes);
  if (decoded.kind !== 'json')
    return decoded.kind === 'blank' ? [] : [{ message: undefined, bytes: terminated(bytes) }];
  return decoded.parts.flatMap(({ message, value }) =>
    message?.kind === 'response'
      ? []
      : [{ message, bytes: decoded.batch ? encodeUtf8(`${JSON.stringify(value)}\n`) : terminated(bytes) }],
  );
}

/** The last frame of a recording may lack its line end; as a step it is followed by others. */
const terminated = (bytes: Uint8Array) => (bytes.at(-1) === LF ? bytes : concat([bytes, Uint8Array.of(LF)]));
