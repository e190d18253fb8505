import { createGrouping } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { OWNERS, type TimeByOwner } from '#core/model/stats.ts';
import { whoAnswers } from '#core/protocol/method-traits.ts';
import { isFinal } from '#core/protocol/tool-call-status.ts';
import { describeEvent } from '#core/trace/describe-event.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import type { AnsweredExchange, Exchange } from '#core/trace/exchanges.ts';
import { messageKey } from '#core/trace/message-ref.ts';
import { createTrace, type Step } from '#core/trace/trace.ts';
import { toolCallKey, type ToolCall } from '#core/trace/tool-calls.ts';
import { opposite, type Entry, type RecordingHeader } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';

/**
 * An event of the Trace Event Format, which Perfetto and Chrome read: `X` a slice, `b` and `e` the ends of an
 * asynchronous one, `s` and `f` the ends of a flow, `i` an instant, `M` a name. `ts` and `dur` are microseconds.
 */
interface TraceEvent {
  readonly ph: 'X' | 'b' | 'e' | 's' | 'f' | 'i' | 'M';
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly id?: string;
  readonly bp?: 'e';
  readonly s?: 't';
  readonly args?: object;
}

type Answerer = ReturnType<typeof whoAnswers>;

/** Groups of tracks, called processes: the turns, the wire, one for each side that answers, and so on. */
const TURNS = 1;
const WIRE = 2;
const ANSWERED_BY: Readonly<Record<Answerer, number>> = { agent: 3, client: 4, human: 5 };
const TOOLS = 6;
const KEPT = 7;

/** A frame that passes is delivered sooner than this, in microseconds. */
const MIN_KEPT = 10_000;

/** Tracks of the wire, called threads. */
const TRACKS = { client: 2, agent: 3, stderr: 4, event: 5 } as const;

const NAMES = Object.fromEntries(OWNERS) as Readonly<Record<keyof TimeByOwner, string>>;

/** The most characters of a name: a track is narrow. */
const MAX_NAME = 120;

/**
 * Writes a recording for a trace viewer, as lines of a JSON array. Frames are slices of 1 µs, because a flow connects
 * slices. A track for each session shows who has to act in its turns: the agent, the client, a person, or acptap while it
 * keeps the awaited frame. Exchanges, tool calls and kept frames are asynchronous slices, because they overlap. Bodies are
 * left out.
 */
export function createTraceEvents({ id, name, command, interventions }: RecordingHeader) {
  const trace = createTrace();
  const open = new Map<string, Exchange>(); // by id
  const tools = new Map<string, ToolCall>();
  const grouping = createGrouping(Infinity);
  const turns = new Set<GroupState>(); // those that are open
  const tracks: { readonly session: string | undefined; until: number }[] = []; // those of turns
  let last = 0;

  function* begin(): Generator<TraceEvent> {
    const process = (pid: number, words: string) => named('process_name', pid, 0, words);
    yield process(TURNS, 'who has to act in a turn');
    yield process(WIRE, visible(`${name ?? id}: ${command.join(' ')}`).slice(0, MAX_NAME));
    yield process(ANSWERED_BY.agent, 'requests to the agent');
    yield process(ANSWERED_BY.client, 'requests to the client');
    yield process(ANSWERED_BY.human, 'requests to a person');
    yield process(TOOLS, 'tool calls');
    if (interventions) yield process(KEPT, 'frames kept by acptap');
    for (const from of ['client', 'agent', 'stderr'] as const)
      yield named('thread_name', WIRE, TRACKS[from], from === 'stderr' ? 'stderr' : `frames of the ${from}`);
    yield named('thread_name', WIRE, TRACKS.event, 'process');
  }

  function* apply(entry: Entry): Generator<TraceEvent> {
    const step = trace.apply(entry);
    const ts = entry.elapsed;
    grouping.apply(step);
    last = Math.max(last, ts);
    yield shown(step);
    yield* keptSlice(step);
    for (const exchange of step.dropped ?? []) yield* drop(exchange, ts);
    for (const event of step.events) {
      if (event.kind === 'request') yield* ask(event.exchange, ts);
      if (event.kind === 'answered') yield* answer(event.exchange, ts);
      if (event.kind === 'tool-call') yield* changeTool(event.toolCall, ts);
    }
    yield* endTurns();
  }

  /** Everything that is open lasts until the last entry. */
  function* end(): Generator<TraceEvent> {
    grouping.end();
    yield* endTurns();
    for (const exchange of open.values())
      yield { ...ofExchange(exchange), ph: 'e', ts: last, args: { answered: false } };
    for (const call of tools.values()) yield toolEnd(call, last);
    for (const turn of turns) yield* ownerSlices(turn, last);
  }

  function* endTurns(): Generator<TraceEvent> {
    for (const group of grouping.takeChanged()) {
      if (group.kind !== 'turn') continue;
      if (group.until === undefined) turns.add(group);
      else if (turns.delete(group)) yield* ownerSlices(group, group.until);
    }
  }

  /** The times of a turn, by who had to act. */
  function* ownerSlices({ session, elapsed, waited }: GroupState, until: number): Generator<TraceEvent> {
    // Slices of a track must not overlap: a turn that began before another one had ended gets a track of its own.
    let tid = tracks.findIndex((track) => track.session === session && track.until <= elapsed) + 1;
    if (tid === 0) {
      tid = tracks.push({ session, until });
      yield named('thread_name', TURNS, tid, visible(session ?? 'no session').slice(0, MAX_NAME));
    }
    const track = tracks[tid - 1];
    if (track) track.until = until;
    const now = waited.waiting();
    let from: number = elapsed;
    for (const wait of [...waited.waits(), ...(now ? [{ on: now.on, from: now.since, to: until }] : [])]) {
      yield* owned('agent', from, wait.from, tid);
      yield* owned(wait.on, wait.from, wait.to, tid);
      from = wait.to;
    }
    yield* owned('agent', from, until, tid);
  }

  function* ask(exchange: Exchange, ts: number): Generator<TraceEvent> {
    const { opened, session } = exchange;
    open.set(messageKey(opened), exchange);
    yield { ...ofExchange(exchange), ph: 'b', ts, args: { seq: opened.seq, session } };
    yield { ...flowOf(exchange), ph: 's', tid: TRACKS[opened.from], ts };
  }

  function* answer(exchange: AnsweredExchange, ts: number): Generator<TraceEvent> {
    const { opened, closed, outcome } = exchange;
    if (!open.delete(messageKey(opened))) return;
    yield { ...ofExchange(exchange), ph: 'e', ts, args: { seq: closed.seq, ok: outcome.ok } };
    yield { ...flowOf(exchange), ph: 'f', bp: 'e', tid: TRACKS[opposite(opened.from)], ts };
  }

  /** Ends a request whose response is not read: that of acptap itself, for example. */
  function* drop(exchange: Exchange, ts: number): Generator<TraceEvent> {
    if (open.delete(messageKey(exchange.opened)))
      yield { ...ofExchange(exchange), ph: 'e', ts, args: { answered: false } };
  }

  function* changeTool(call: ToolCall, ts: number): Generator<TraceEvent> {
    const key = toolCallKey(call);
    const before = tools.get(key);
    const isOver = isFinal(call.status);
    if (!before && call.opened.seq !== call.updated.seq) return; // it had ended
    if (!before) yield { ...ofTool(call), ph: 'b', ts, args: { seq: call.opened.seq, kind: call.kind } };
    if (!isOver) return void tools.set(key, before ?? call);
    yield toolEnd(before ?? call, ts, call.status);
    tools.delete(key);
  }

  /** The pieces of the file; `entries` are those of the recording, in order. */
  return function* pieces(entries: Iterable<Entry>): Generator<string> {
    let separator = '{"displayTimeUnit":"ms","traceEvents":[\n';
    for (const events of [[begin()], eachOf(entries), [end()]])
      for (const some of events)
        for (const event of some) {
          yield `${separator}${JSON.stringify(event)}`;
          separator = ',\n';
        }
    yield '\n]}\n';
  };

  function* eachOf(entries: Iterable<Entry>) {
    for (const entry of entries) yield apply(entry);
  }
}

function* owned(owner: keyof TimeByOwner, ts: number, to: number, tid: number): Generator<TraceEvent> {
  if (to > ts) yield { ph: 'X', pid: TURNS, tid, cat: 'owner', name: NAMES[owner], ts, dur: to - ts };
}

/** The time from the receipt of a frame to its delivery, if acptap delayed it or did something to it. */
function* keptSlice({ entry, messages: [first] }: Step): Generator<TraceEvent> {
  if (entry.kind !== 'frame') return;
  const { seq, elapsed, sent: { elapsed: until, why } = { why: [] } } = entry;
  if (until === undefined || (why.length === 0 && until - elapsed < MIN_KEPT)) return;
  const by = why.map(({ kind }) => kind).join(', ');
  const slice = { pid: KEPT, tid: 1, cat: 'kept', name: shortName(first?.method ?? 'a line'), id: `kept-${seq}` };
  yield { ...slice, ph: 'b', ts: elapsed, args: { seq, ...(by === '' ? {} : { by }) } };
  yield { ...slice, ph: 'e', ts: until };
}

function shown({ entry, messages: [first] }: Step): TraceEvent {
  const { seq, elapsed: ts } = entry;
  if (entry.kind === 'event')
    return {
      ph: 'i',
      s: 't',
      pid: WIRE,
      tid: TRACKS.event,
      ts,
      cat: 'process',
      name: shortName(describeEvent(entry.event)),
      args: { seq },
    };
  const words = first ? describeMessage(first) : entry.kind === 'stderr' ? 'stderr' : 'a line that is not a message';
  const name = first?.method ?? words;
  return {
    ph: 'X',
    pid: WIRE,
    tid: TRACKS[entry.from],
    ts,
    dur: 1,
    cat: 'frame',
    name: shortName(name),
    args: { seq, bytes: entry.bytes.length, summary: shortName(words) },
  };
}

const shortName = (text: string) => visible(text.slice(0, MAX_NAME));

const named = (name: 'process_name' | 'thread_name', pid: number, tid: number, words: string): TraceEvent => ({
  ph: 'M',
  pid,
  tid,
  name,
  args: { name: words },
});

const answererOf = ({ opened, method }: Exchange): Answerer => whoAnswers(opposite(opened.from), method);

/** An exchange is named by its request: an id may be used again. */
const ofExchange = (exchange: Exchange) => ({
  pid: ANSWERED_BY[answererOf(exchange)],
  tid: 1,
  cat: NAMES[answererOf(exchange)],
  name: shortName(exchange.method),
  id: messageKey(exchange.opened),
});

const flowOf = ({ method, opened }: Exchange) => ({
  pid: WIRE,
  cat: 'answer',
  name: shortName(method),
  id: messageKey(opened),
});

const ofTool = ({ title, kind, opened }: ToolCall) => ({
  pid: TOOLS,
  tid: 1,
  cat: 'tool',
  name: shortName(title ?? kind ?? 'tool call'),
  id: messageKey(opened),
});

const toolEnd = (call: ToolCall, ts: number, status?: string): TraceEvent => ({
  ...ofTool(call),
  ph: 'e',
  ts,
  args: { status },
});
