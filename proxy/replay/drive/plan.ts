import { stringAt } from '#core/json/json.ts';
import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import type { Seq } from '#core/units.ts';
import { concat, encodeUtf8, LF } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import type { Notification, Outcome, Request } from '#core/wire/jsonrpc.ts';
import { refuseCut } from '../playbook/refuse-cut.ts';
import { createProgress, type Progress } from './progress.ts';

/** One action of the recorded client: a request, a notification, or a line that is not a message. */
export interface ClientStep {
  readonly seq: Seq;
  /** The frame with its LF. */
  readonly bytes: Uint8Array;
  readonly message: Request | Notification | undefined;
  readonly session: string | undefined;
  /** The events after the previous step, which must happen before this step. */
  readonly needs: readonly Need[];
  /** Updates of its session outside of turns before this step: after a load, a client shows these first. */
  readonly asides: number;
  /** For a step in the middle of a turn. */
  readonly during?: {
    /** The session of the turn. It is also the step's, except for `$/cancel_request`, which names no session. */
    readonly session: string;
    readonly prompt: Seq;
    /** How far the agent had come. */
    readonly progress: Progress;
    /** Milliseconds from that progress to this step. */
    readonly delayMs: number;
  };
}

/** An event that the client waits for: the answer to its request, or the end of its prompt's turn. */
export interface Need {
  readonly kind: 'answer' | 'turn-end';
  /** The request. */
  readonly seq: Seq;
  readonly method: string;
}

/** A request of the recorded agent. */
export interface AgentRequest {
  readonly seq: Seq;
  readonly method: string;
  readonly params: unknown;
  readonly session: string | undefined;
  /** The tool call of the request, in its state at that time. */
  readonly toolCall: { readonly kind: string | undefined; readonly title: string | undefined } | undefined;
  /** The prompt of its turn. */
  readonly prompt: Seq | undefined;
  /** Missing when the client never answered. */
  readonly outcome?: Outcome;
  /** The client's steps between request and answer: from the first index, up to but without the second. */
  readonly meanwhile: readonly [from: number, to: number];
}

/** The recorded client's requests and answers, to send to a live agent. */
export interface Plan {
  readonly steps: readonly ClientStep[];
  /** The events expected after the last step. */
  readonly needs: readonly Need[];
  readonly asked: readonly AgentRequest[];
  /** Results that the recorded client got, by request. */
  readonly results: ReadonlyMap<Seq, unknown>;
  /** Sessions that its requests opened, by request. */
  readonly sessions: ReadonlyMap<Seq, string>;
  /** Tool calls of each turn in order of appearance, by prompt. */
  readonly toolCalls: ReadonlyMap<Seq, readonly string[]>;
  /** Working directories of its sessions, in order of appearance. */
  readonly folders: readonly string[];
}

type Opening = { -readonly [member in keyof AgentRequest]: AgentRequest[member] };

/** Reads a recording from the client's side. */
export function toPlan(entries: Iterable<Entry>): Plan {
  const trace = createTrace();
  const progress = createProgress();
  const steps: ClientStep[] = [];
  const asked = new Map<Exchange, Opening>();
  const results = new Map<Seq, unknown>();
  const sessions = new Map<Seq, string>();
  const toolCalls = new Map<Seq, string[]>();
  const folders = new Set<string>();
  let needs: Need[] = [];

  function addStep(entry: FrameEntry, message: ClientStep['message'], bytes: Uint8Array): void {
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

  function duringOf({ elapsed: now }: FrameEntry, message: Request | Notification, own: string | undefined) {
    const session = own ?? cancelledSession(message);
    const turn = session === undefined ? undefined : trace.currentTurn(session);
    const reached = progress.of(session);
    if (!turn || session === undefined || !reached) return undefined;
    // Ignore how long the recorded client took to answer: the agent waits for it anyway.
    const delayMs = isAsking(reached) ? 0 : Math.max(0, (now - reached.at) / 1000);
    return { session, prompt: turn.started.seq, progress: reached, delayMs };
  }

  /** The session of the request that a `$/cancel_request` names. */
  function cancelledSession(cancel: Request | Notification): string | undefined {
    const id = idToCancel(cancel);
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
    // before the fold, because the state at the time of the client's message counts
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

/** Requests and notifications of a client's frame, not responses. Takes the messages of a batch one by one. */
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

/** Adds the line end that the last frame of a recording may lack: other frames follow it here. */
const terminated = (bytes: Uint8Array) => (bytes.at(-1) === LF ? bytes : concat([bytes, Uint8Array.of(LF)]));
