import { valueAt, stringAt } from '#core/json/json.ts';
import { namesSession, streams } from '#core/protocol/method-traits.ts';
import { stopReason } from '#core/trace/turn-end.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import { exitOf } from '#core/wire/exit.ts';
import type { Message, Notification, Request, Response } from '#core/wire/jsonrpc.ts';
import { toIdToken, type IdToken } from '#core/wire/request-id.ts';
import { createLanes, type DraftLine, type LineOrigin } from './lanes.ts';
import type { AgentLine, Aside, ClientLine, PlayedMessage, Playbook, PlaybookLine } from './playbook.ts';
import { refuseCut } from './refuse-cut.ts';

type OpenLine = DraftLine<ClientLine>;

/**
 * Derives from a recording what each line of the agent waited for:
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
  const asked = { client: new Map<IdToken, OpenLine[]>(), agent: new Map<IdToken, AgentLine>() };
  const latest = new Map<IdToken, number>(); // the client's requests by id
  const noise: OpenLine[] = [];
  const asides: Aside[] = [];
  const answersMeanwhile = new Map<number, number[]>(); // by request of the client that names no session
  let negotiated: number | undefined;
  let afterEof = false;
  const version = () => (negotiated === 2 ? 2 : 1);

  function clientFrame(entry: FrameEntry): void {
    const decoded = decodeFrame(entry.bytes);
    if (decoded.kind === 'blank') return;
    const parts = decoded.kind === 'json' && decoded.parts.length > 0 ? decoded.parts : [{ message: undefined }];
    for (const { message } of parts) {
      const line = clientLine(entry, message);
      lines.push(line);
      client.push(line);
    }
  }

  function clientLine({ seq, elapsed: when }: FrameEntry, message: Message | undefined): OpenLine {
    const base = { from: 'client', index: lines.length, seq, elapsed: when, message, wakes: [] as number[] } as const;
    switch (message?.kind) {
      case undefined: {
        const line: OpenLine = { ...base, method: 'no message', session: undefined, lane: 0 };
        noise.push(line);
        return line;
      }
      case 'request':
        return clientRequest(base, message);
      case 'notification': {
        const session = stringAt(message.params, 'sessionId');
        const lane = session === undefined ? 0 : lanes.ofSession(session);
        const line: OpenLine = { ...base, method: message.method, session, lane };
        const meant = message.method === '$/cancel_request' ? requestOf(message) : undefined;
        if (meant !== undefined) return { ...line, cancelledRequest: meant };
        const cancels = message.method === 'session/cancel' ? [...lanes.prompts(lane)] : [];
        if (cancels.length === 0) return line;
        lanes.waitFor(lane, line.index);
        return { ...line, cancels };
      }
      case 'response': {
        const request = message.id === undefined ? undefined : asked.agent.get(message.id);
        if (message.id === undefined || !request) return { ...base, method: 'no request', session: undefined, lane: 0 };
        asked.agent.delete(message.id);
        const said = request.messages.find((one) => one.kind === 'request' && one.id === message.id);
        const { method, params } = said as Request; // `find` looked for a request
        lanes.waitFor(request.lane, base.index);
        // An agent's request without a session may belong to any open request without one: `session/new`, for example.
        if (request.lane === 0) for (const answers of answersMeanwhile.values()) answers.push(base.index);
        return { ...base, method, session: stringAt(params, 'sessionId'), lane: request.lane, asked: request.index };
      }
    }
  }

  /** The last request with the id that a `$/cancel_request` names, answered or not. */
  function requestOf({ params }: Notification): number | undefined {
    const id = toIdToken(valueAt(params, 'requestId'), () => '{}');
    return id === undefined ? undefined : latest.get(id);
  }

  function clientRequest(
    base: Pick<OpenLine, 'from' | 'index' | 'seq' | 'elapsed' | 'message' | 'wakes'>,
    { id, method, params }: Request,
  ): OpenLine {
    const session = stringAt(params, 'sessionId');
    const lane = session === undefined ? 0 : lanes.ofSession(session);
    const open = asked.client.get(id) ?? [];
    const line: OpenLine = { ...base, method, session, lane, ...(open.length > 0 ? { reusesId: true } : {}) };
    asked.client.set(id, [...open, line]);
    lanes.asked(line.index);
    latest.set(id, line.index);
    // Between turns, the agent's messages follow from the last request of the session; in a turn, from the turn.
    if (streams(method) || (lane !== 0 && lanes.prompts(lane).length === 0)) lanes.begin(lane, line.index);
    if (method === 'session/prompt') lanes.prompts(lane).push(line.index);
    if (namesSession(method)) lanes.opening(line.index);
    if (session === undefined) answersMeanwhile.set(line.index, []);
    return line;
  }

  function agentFrame({ seq, elapsed: when, bytes }: FrameEntry): void {
    const decoded = decodeFrame(bytes);
    const messages = decoded.kind === 'json' ? decoded.parts.flatMap(({ message }) => (message ? [message] : [])) : [];
    const index = lines.length;
    const [first] = messages;
    const requests = messages.map((message) => (message.kind === 'response' ? answered(message, index) : undefined));
    const says = messages.map((message, part) => toSaid(message, requests[part]));
    const opener = requests.find((request) => request && namesSession(request.method));
    const place = first ? laneOf(first, requests[0]) : ({ kind: 'again' } as const);
    const { lane, waits, main } = lanes.add(place);
    const causes = requests.flatMap((request) => (request ? [request.index, ...meanwhile(request)] : []));
    const line: DraftLine<AgentLine> = {
      from: 'agent',
      index,
      seq,
      elapsed: when,
      bytes,
      messages: says,
      lane,
      waits: causes.length === 0 ? waits : [...new Set([...waits, ...causes])],
      main,
      opens: opener !== undefined && place.kind === 'opened',
      afterEof,
    };
    lines.push(line);
    lanes.lines(lane).push(line);
    for (const one of says) if (one.kind === 'request') asked.agent.set(one.id, line);
    for (const [part, message] of messages.entries()) ends(message, requests[part], lane, index);
  }

  function meanwhile({ index }: ClientLine): readonly number[] {
    const answers = answersMeanwhile.get(index) ?? [];
    answersMeanwhile.delete(index);
    return answers;
  }

  /** The client's request that a response answers: the oldest open one with its id. */
  function answered({ id }: Response, index: number): OpenLine | undefined {
    if (id === undefined) return undefined;
    const open = asked.client.get(id);
    const line = open?.shift();
    if (open?.length === 0) asked.client.delete(id);
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

  /** Notes where a handshake or a turn ends. */
  function ends(message: Message, request: OpenLine | undefined, lane: number, index: number): void {
    if (message.kind === 'response' && message.outcome.ok && request?.method === 'initialize') {
      const number = valueAt(message.outcome.result, 'protocolVersion');
      if (typeof number === 'number') negotiated = number;
    }
    const prompts = lanes.prompts(lane);
    if (message.kind === 'response' && request?.method === 'session/prompt') {
      const isEnd =
        !message.outcome.ok ||
        stopReason(version(), { kind: 'prompt-answered', result: message.outcome.result }) !== undefined;
      if (!isEnd) return;
      request.turnEnd = index;
      lanes.ended(lane, [request.index]);
    } else if (message.kind === 'notification' && isIdle(message)) {
      for (const prompt of prompts) (lines[prompt] as OpenLine).turnEnd = index; // prompts are client lines
      lanes.ended(lane, [...prompts]);
    }
  }

  const isIdle = ({ method, params }: Notification) =>
    method === 'session/update' &&
    stringAt(params, 'update', 'sessionUpdate') === 'state_update' &&
    stopReason(version(), { kind: 'session-updated', update: valueAt(params, 'update') }) !== undefined;

  for (const entry of entries) {
    if (entry.kind === 'frame') {
      refuseCut(entry);
      if (entry.from === 'client') clientFrame(entry);
      else agentFrame(entry);
      continue;
    }
    const aside = { after: lines.length - 1, elapsed: entry.elapsed, afterEof };
    const exit = exitOf(entry);
    if (entry.kind === 'stderr') asides.push({ ...aside, what: { kind: 'stderr', bytes: entry.bytes } });
    else if (exit) asides.push({ ...aside, what: { kind: 'exit', ...exit } });
    else if (entry.event.event === 'eof' && 'of' in entry.event && entry.event.of === 'client') afterEof = true;
  }
  for (const lane of lanes.all()) for (const line of lane) wake(lines, line);
  return { lines, lanes: lanes.all(), sessions: lanes.bySession, client, asides, negotiated, version: version() };
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
