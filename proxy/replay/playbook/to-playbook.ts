import { stringAt } from '#core/json/json.ts';
import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import { beginsTurn, cancelsTurn, namesSession, streams } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { messageKey } from '#core/trace/message-ref.ts';
import { createTrace, type Step } from '#core/trace/trace.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import { exitOf } from '#core/wire/exit.ts';
import type { Message, Notification, Request, Response } from '#core/wire/jsonrpc.ts';
import { type IdToken } from '#core/wire/request-id.ts';
import { createLanes, type DraftLine, type LineOrigin } from './lanes.ts';
import type { AgentLine, Aside, ClientLine, PlayedMessage, Playbook, PlaybookLine } from './playbook.ts';
import { refuseCut } from './refuse-cut.ts';

type OpenLine = DraftLine<ClientLine>;

/** The exchange of a message. A second response to a request has that of the request. */
interface Paired {
  readonly exchange: Exchange;
  /** An open request whose id this request has, too. */
  readonly reused?: Exchange;
}

/**
 * Derives from a recording what each line of the agent waited for. Exchanges and turns are those of the trace.
 * - A response waits for its request.
 * - After a request of the agent, later messages of its session wait for the answer if it was recorded before them.
 * - Between turns, messages wait for the last request of their session; after a prompt or a load, in a turn too.
 * - What follows a cancel of an open turn waits for the cancel.
 * - A session waits for the request that opened it.
 * Nothing waits for other notifications.
 */
export function toPlaybook(entries: Iterable<Entry>): Playbook {
  const lines: PlaybookLine[] = [];
  const client: OpenLine[] = [];
  const lanes = createLanes();
  const trace = createTrace();
  // Keys of these three: `messageKey` of the request.
  const asked = new Map<string, OpenLine[]>(); // several lines have one id: the agent answers the oldest first
  const askedByAgent = new Map<string, AgentLine>();
  const turns = new Map<string, OpenLine>(); // prompts with an open turn
  const latest = new Map<IdToken, number>(); // the client's requests by id
  const noise: OpenLine[] = [];
  const asides: Aside[] = [];
  const answersMeanwhile = new Map<number, number[]>(); // by request of the client that names no session
  let afterEof = false;

  function clientFrame(step: Step): void {
    const { decoded } = step;
    if (decoded?.kind === 'blank') return;
    const parts = decoded?.kind === 'json' && decoded.parts.length > 0 ? decoded.parts : [{ message: undefined }];
    const exchanges = exchangesIn(step);
    for (const [part, { message }] of parts.entries()) {
      const line = clientLine(step.entry, message, exchanges.get(part));
      lines.push(line);
      client.push(line);
    }
  }

  function clientLine({ seq, elapsed }: Entry, message: Message | undefined, paired?: Paired): OpenLine {
    const base = { from: 'client', index: lines.length, seq, elapsed, message, wakes: [] as number[] } as const;
    switch (message?.kind) {
      case undefined: {
        const line: OpenLine = { ...base, method: 'no message', session: undefined, lane: 0 };
        noise.push(line);
        return line;
      }
      case 'request':
        return clientRequest(base, message, paired);
      case 'notification': {
        const session = stringAt(message.params, 'sessionId');
        const lane = session === undefined ? 0 : lanes.ofSession(session);
        const line: OpenLine = { ...base, method: message.method, session, lane };
        const meant = requestOf(message);
        if (meant !== undefined) return { ...line, cancelledRequest: meant };
        const cancels = cancelsTurn(message.method) ? [...lanes.prompts(lane)] : [];
        if (cancels.length === 0) return line;
        lanes.waitFor(lane, line.index);
        return { ...line, cancels };
      }
      case 'response': {
        const request = paired && askedByAgent.get(messageKey(paired.exchange.opened));
        if (!request) return { ...base, method: 'no request', session: undefined, lane: 0 };
        const { method, session, opened } = paired.exchange;
        askedByAgent.delete(messageKey(opened));
        lanes.waitFor(request.lane, base.index);
        // An agent's request without a session may belong to any open request without one: `session/new`, for example.
        if (request.lane === 0) for (const answers of answersMeanwhile.values()) answers.push(base.index);
        return { ...base, method, session, lane: request.lane, asked: request.index };
      }
    }
  }

  /** The last request with the id that a `$/cancel_request` names, answered or not. Undefined for other methods. */
  function requestOf(cancel: Notification): number | undefined {
    const id = idToCancel(cancel);
    return id === undefined ? undefined : latest.get(id);
  }

  function clientRequest(
    base: Pick<OpenLine, 'from' | 'index' | 'seq' | 'elapsed' | 'message' | 'wakes'>,
    { id, method, params }: Request,
    paired: Paired | undefined,
  ): OpenLine {
    const session = stringAt(params, 'sessionId');
    const lane = session === undefined ? 0 : lanes.ofSession(session);
    const open = (paired?.reused && take(asked, messageKey(paired.reused.opened))) ?? [];
    const line: OpenLine = { ...base, method, session, lane, ...(open.length > 0 ? { reusesId: true } : {}) };
    open.push(line);
    if (paired) asked.set(messageKey(paired.exchange.opened), open);
    lanes.asked(line.index);
    latest.set(id, line.index);
    // Between turns, the agent's messages follow from the last request of the session; in a turn, from the turn.
    if (streams(method) || (lane !== 0 && lanes.prompts(lane).length === 0)) lanes.begin(lane, line.index);
    if (paired && beginsTurn(method) && session !== undefined) {
      lanes.prompts(lane).push(line.index);
      turns.set(messageKey(paired.exchange.opened), line);
    }
    if (namesSession(method)) lanes.opening(line.index);
    if (session === undefined) answersMeanwhile.set(line.index, []);
    return line;
  }

  function agentFrame(step: Step, { seq, elapsed, bytes }: FrameEntry): void {
    const messages = step.messages.map(({ message }) => message);
    const index = lines.length;
    const [first] = messages;
    const exchanges = exchangesIn(step);
    const requests = step.messages.map(({ message, ref }) =>
      message.kind === 'response' ? answered(message, exchanges.get(ref.part), index) : undefined,
    );
    const says = messages.map((message, part) => toSaid(message, requests[part]));
    const opener = requests.find((request) => request && namesSession(request.method));
    const origin = first ? laneOf(first, requests[0]) : ({ kind: 'again' } as const);
    const { lane, waits, main } = lanes.add(origin);
    const causes = requests.flatMap((request) => (request ? [request.index, ...meanwhile(request)] : []));
    const line: DraftLine<AgentLine> = {
      from: 'agent',
      index,
      seq,
      elapsed,
      bytes,
      messages: says,
      lane,
      waits: causes.length === 0 ? waits : [...new Set([...waits, ...causes])],
      main,
      opens: opener !== undefined && origin.kind === 'opened',
      afterEof,
    };
    lines.push(line);
    lanes.lines(lane).push(line);
    for (const event of step.events) {
      if (event.kind === 'request') askedByAgent.set(messageKey(event.exchange.opened), line);
      if (event.kind === 'turn') endTurn(event.turn, line);
    }
  }

  function meanwhile({ index }: ClientLine): readonly number[] {
    const answers = answersMeanwhile.get(index) ?? [];
    answersMeanwhile.delete(index);
    return answers;
  }

  /** The client's request that a response answers. */
  function answered({ id }: Response, paired: Paired | undefined, index: number): OpenLine | undefined {
    const open = paired && asked.get(messageKey(paired.exchange.opened));
    const line = open?.shift();
    if (paired && open?.length === 0) asked.delete(messageKey(paired.exchange.opened));
    if (line) {
      lanes.answered(line.index);
      line.answer = index;
      return line;
    }
    return id === 'null' ? noise.shift() : undefined; // a response to an invalid line has the id null
  }

  function laneOf(message: Message, request: OpenLine | undefined): LineOrigin {
    if (message.kind !== 'response') {
      const session = stringAt(message.params, 'sessionId');
      return session === undefined ? { kind: 'connection' } : { kind: 'session', session };
    }
    if (request?.message === undefined) return request ? { kind: 'own' } : { kind: 'connection' };
    const opened = message.outcome.ok ? stringAt(message.outcome.result, 'sessionId') : undefined;
    if (namesSession(request.method) && opened !== undefined)
      return { kind: 'opened', session: opened, by: request.index };
    return request.session === undefined ? { kind: 'answer' } : { kind: 'lane', lane: request.lane };
  }

  function endTurn({ started, ended }: Turn, { index }: AgentLine): void {
    const prompt = ended && turns.get(messageKey(started));
    if (!prompt) return;
    turns.delete(messageKey(started));
    prompt.turnEnd = index;
    lanes.ended(prompt.lane, [prompt.index]);
  }

  for (const entry of entries) {
    if (entry.kind === 'frame') {
      refuseCut(entry);
      const step = trace.apply(entry);
      if (entry.from === 'client') clientFrame(step);
      else agentFrame(step, entry);
      continue;
    }
    const aside = { after: lines.length - 1, elapsed: entry.elapsed, afterEof };
    const exit = exitOf(entry);
    if (entry.kind === 'stderr') asides.push({ ...aside, what: { kind: 'stderr', bytes: entry.bytes } });
    else if (exit) asides.push({ ...aside, what: { kind: 'exit', ...exit } });
    else if (entry.event.event === 'eof' && 'of' in entry.event && entry.event.of === 'client') afterEof = true;
  }
  for (const lane of lanes.all()) for (const line of lane) wake(lines, line);
  return {
    lines,
    lanes: lanes.all(),
    sessions: lanes.bySession,
    client,
    asides,
    negotiated: trace.handshake().protocolVersion,
    version: trace.version() ?? 1,
  };
}

function take<K, V>(from: Map<K, V>, key: K): V | undefined {
  const value = from.get(key);
  from.delete(key);
  return value;
}

/** The exchanges of an entry's messages, by their part. */
function exchangesIn({ messages, events }: Step): ReadonlyMap<number, Paired> {
  const found = new Map<number, Paired>();
  for (const { ref, exchange } of messages) if (exchange) found.set(ref.part, { exchange });
  for (const event of events)
    if (event.kind === 'request' && event.reused)
      found.set(event.exchange.opened.part, { exchange: event.exchange, reused: event.reused });
    else if (event.kind === 'orphan' && event.answer.why === 'answered-before')
      found.set(event.ref.part, { exchange: event.answer.near });
  return found;
}

function toSaid(message: Message, request: ClientLine | undefined): PlayedMessage {
  switch (message.kind) {
    case 'request':
      return message;
    case 'notification':
      return {
        kind: 'notification',
        method: message.method,
        variant: stringAt(message.params, 'update', 'sessionUpdate'),
      };
    case 'response':
      return { kind: 'response', id: message.id, to: request?.index };
  }
}

/** Adds the lane of an agent's line to the client lines that it waits for. */
function wake(lines: readonly PlaybookLine[], { waits, main, lane }: AgentLine): void {
  for (const index of main === undefined ? waits : [...waits, main]) {
    const line = lines[index];
    if (line?.from !== 'client') continue;
    const wakes = line.wakes as number[]; // not shared before the playbook is complete
    if (wakes.at(-1) !== lane && !wakes.includes(lane)) wakes.push(lane);
  }
}
