import { setNewest } from '#core/set-newest.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { describeWhy } from '#core/trace/describe-why.ts';
import { createTrace, type Step, type Trace } from '#core/trace/trace.ts';
import type { ElapsedUs, Seq } from '#core/units.ts';
import { createCrossings, hasHops } from '#core/wire/crossings.ts';
import { SIDES, type Delayed, type Delivery, type Entry, type Sent, type Side, type Why } from '#core/wire/entry.ts';
import { createJudge, type Occasions, type Trouble } from './judge.ts';
import type { End, Finding, Rule } from './rule.ts';

/** A request that its sender has no response to. */
export interface OpenRequest {
  readonly exchange: Exchange;
  /** The intervention that may be the reason: in the request, or in its response. */
  readonly interfered?: Interfered;
}

/** An intervention in the frame of entry `seq`. */
export interface Interfered {
  readonly seq: Seq;
  /** All kinds in their order: `hold, edit`. */
  readonly kind: string;
  readonly isDelivered: boolean;
  /** Present while the frame is delayed: until when at least, and by what. */
  readonly delay?: { readonly until: ElapsedUs; readonly by: string };
}

/** How many frames that acptap touched are remembered. */
const MAX_REMEMBERED = 4096;

/**
 * Judges a recording as `createJudge` does. In a recording with interventions judges the two hops side by side: a side
 * is at fault only for frames that it wrote, after the frames that it got. Frames that acptap wrote are nobody's fault.
 */
export function createHopsJudge(rules: readonly Rule[]) {
  const whole = createJudge(rules);
  let hops: ReturnType<typeof createHops> | undefined;

  return {
    apply(step: Step, trace: Parameters<typeof whole.apply>[1]): readonly Finding[] {
      if (!hops && hasHops(step.entry)) hops = createHops(rules);
      return hops ? hops.apply(step.entry) : whole.apply(step, trace);
    },
    deliver: (delivery: Delivery): void => hops?.deliver(delivery),
    delay: (delayed: Delayed): void => hops?.delay(delayed),
    /** The requests of `asker` without a response. Uses `trace` only in a recording without interventions. */
    openRequests: (asker: Side, trace: Trace): Iterable<OpenRequest> =>
      hops ? hops.openRequests(asker) : plain(trace.openRequests(asker)),
    finish: (end: End, trace: Parameters<typeof whole.finish>[1]): readonly Finding[] =>
      hops ? hops.finish(end) : whole.finish(end, trace),
    troubles: (): readonly Trouble[] => [...whole.troubles(), ...(hops?.troubles() ?? [])],
    occasions: (): ReadonlyMap<string, Readonly<Occasions>> => hops?.occasions() ?? whole.occasions(),
  };
}

function* plain(exchanges: Iterable<Exchange>): Generator<OpenRequest> {
  for (const exchange of exchanges) yield { exchange };
}

function createHops(rules: readonly Rule[]) {
  const sides = {
    client: { trace: createTrace(), judge: createJudge(rules, 'client') },
    agent: { trace: createTrace(), judge: createJudge(rules, 'agent') },
  };
  const touched = { client: new Map<Seq, string>(), agent: new Map<Seq, string>() }; // kinds, by hop and entry
  const interfered = new Map<Seq, Interfered>();
  const onTheirWay = new Map<Seq, { readonly from: Side; delay?: Interfered['delay'] }>(); // without a delivery so far
  const responses = new Map<Seq, Seq>(); // the response that was written, by the request
  let found: Finding[] = [];
  let isCutShort = false; // acptap ended a stream or the agent, so a missing frame proves nothing

  const crossings = createCrossings((hop, entry, sent) => {
    const { trace, judge } = sides[hop];
    if (sent && sent.why.length > 0) setNewest(touched[hop], entry.seq, kindsOf(sent), MAX_REMEMBERED);
    const step = trace.apply(entry);
    report(hop, judge.apply(step, trace));
    for (const event of step.events)
      if (event.kind === 'answered' && event.exchange.closed.from === hop)
        setNewest(responses, event.exchange.opened.seq, event.exchange.closed.seq, MAX_REMEMBERED);
  });

  function settle(seq: Seq, sent: Sent): void {
    onTheirWay.delete(seq);
    const isDelivered = sent.elapsed !== undefined;
    if (sent.why.length === 0 && isDelivered) return;
    const kind = kindsOf(sent) || 'hold'; // acptap was killed while it had the frame
    setNewest(interfered, seq, { seq, kind, isDelivered }, MAX_REMEMBERED);
  }

  /** The reason why a frame is not delivered yet: a delay of this or an earlier frame of its side, else a hold. */
  function heldIn(seq: Seq): Interfered | undefined {
    const frame = onTheirWay.get(seq);
    if (!frame) return undefined;
    const before = [...onTheirWay].filter(([each, { from }]) => each <= seq && from === frame.from);
    const delay = before.findLast(([, each]) => each.delay)?.[1].delay;
    return { seq, kind: delay ? 'delay' : 'hold', isDelivered: false, ...(delay ? { delay } : {}) };
  }

  function* openRequests(asker: Side): Generator<OpenRequest> {
    for (const exchange of sides[asker].trace.openRequests(asker)) {
      const { seq } = exchange.opened;
      const response = responses.get(seq) ?? seq;
      const cause = heldIn(seq) ?? heldIn(response) ?? interfered.get(response) ?? interfered.get(seq);
      yield { exchange, ...(cause ? { interfered: cause } : {}) };
    }
  }

  function report(hop: Side, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const { seq, related = [], message } = finding;
      const interventions = [seq, ...related].flatMap((each) => {
        const kinds = touched[hop].get(each);
        return kinds === undefined ? [] : `#${each}: ${kinds}`;
      });
      const because = interventions.length > 0 ? `; acptap interfered with ${interventions.join(', ')}` : '';
      found.push({ ...finding, message: `between ${hop} and acptap, ${message}${because}` });
    }
  }

  function take(): readonly Finding[] {
    const taken = found;
    found = [];
    return taken;
  }

  return {
    apply(entry: Entry): readonly Finding[] {
      isCutShort ||= endsSomething(entry);
      if (entry.kind === 'frame') {
        if (entry.sent) settle(entry.seq, entry.sent);
        else onTheirWay.set(entry.seq, { from: entry.from });
      }
      crossings.apply(entry);
      return take();
    },
    deliver(delivery: Delivery): void {
      settle(delivery.seq, delivery.sent);
      crossings.deliver(delivery);
    },
    delay({ seq, until, why }: Delayed): void {
      const frame = onTheirWay.get(seq);
      if (frame) frame.delay = { until, by: describeWhy(why.find(({ kind }) => SET_TIME.has(kind)) ?? why[0]) };
    },
    openRequests,
    finish(end: End): readonly Finding[] {
      crossings.end();
      const known = { ...end, orderly: end.orderly && !isCutShort, cutShort: isCutShort };
      for (const hop of SIDES) report(hop, sides[hop].judge.finish(known, sides[hop].trace));
      return take().toSorted((one, other) => one.seq - other.seq);
    },
    troubles: () => [...sides.client.judge.troubles(), ...sides.agent.judge.troubles()],
    occasions(): ReadonlyMap<string, Occasions> {
      const [client, agent] = [sides.client.judge.occasions(), sides.agent.judge.occasions()];
      const sum = (id: string, key: keyof Occasions) => (client.get(id)?.[key] ?? 0) + (agent.get(id)?.[key] ?? 0);
      return new Map(rules.map(({ id }) => [id, { kept: sum(id, 'kept'), broken: sum(id, 'broken') }]));
    },
  };
}

function endsSomething(entry: Entry): boolean {
  if (entry.kind !== 'event' || entry.event.event !== 'intervened') return false;
  const { kind }: Readonly<Record<string, unknown>> = entry.event;
  return kind === 'close' || kind === 'exit' || kind === 'kill';
}

/** Faults that set the time of a delivery, so that it is known before. */
const SET_TIME: ReadonlySet<Why['kind']> = new Set(['delay', 'throttle', 'coalesce']);

const kindsOf = ({ why }: Sent): string => why.map(({ kind }) => kind).join(', ');
