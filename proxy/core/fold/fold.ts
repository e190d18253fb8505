import { createGrouping, type GroupedEntry } from '#core/grouping/grouping.ts';
import { createAxis, type AxisChange } from '#core/grouping/axis.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { waitedFor } from '#core/grouping/split-time.ts';
import { MAX_WAITING, type Waiting } from '#core/model/recording-summary.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { createHopsJudge, type OpenRequest } from '#core/rules/engine/judge-hops.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import { createTrace, type Step } from '#core/trace/trace.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import { opposite, type Delayed, type Delivery, type Entry, type Side } from '#core/wire/entry.ts';
import { createHeard } from './heard.ts';

/**
 * The folded entries in order, the findings that became certain with them, and the state of the recording after them.
 */
export interface Folded {
  readonly entries: readonly GroupedEntry[];
  readonly findings: readonly Finding[];
  /** The deliveries that became known only after the entries of their frames. */
  readonly deliveries: readonly Delivery[];
  /** The groups that these entries began or changed. */
  readonly groups: Iterable<GroupState>;
  /** The parts of the time axis that they changed. */
  readonly axis: AxisChange;
  readonly handshake: Handshake;
  /** The oldest open requests. */
  readonly waiting: readonly Waiting[];
}

/**
 * Derives everything from the entries in one pass, a batch at a time: meaning, groups and findings. Without
 * `hasGroups` there are no groups.
 */
export function createFold(rules: readonly Rule[] = catalogue, hasGroups = true) {
  const trace = createTrace();
  const judge = createHopsJudge(rules);
  const grouping = hasGroups ? createGrouping() : noGrouping();
  let entries: GroupedEntry[] = [];
  let findings: Finding[] = [];
  let deliveries: Delivery[] = [];
  let last: Entry | undefined;
  const heard = createHeard();
  const misnamed: Misnamed = new Map();
  const openTurns = new Map<number, GroupState>(); // by the seq of the prompt

  /** If grouping fails by an error of acptap's own, shows the entry as `noise`, so that no entry is lost. */
  function withGroup(step: Step): GroupedEntry {
    try {
      return grouping.apply(step);
    } catch (cause) {
      const trouble = cause instanceof Error ? cause.message : String(cause);
      const bare: Step = { entry: step.entry, messages: [], events: [], trouble };
      return grouping.apply(bare);
    }
  }

  function rememberTurns({ step, group }: GroupedEntry): void {
    for (const event of step.events) {
      if (event.kind !== 'turn') continue;
      const { seq } = event.turn.started;
      if (event.turn.ended) openTurns.delete(seq);
      else if (group.kind === 'turn') openTurns.set(seq, group);
    }
  }

  function rememberMisnamed({ entry, events }: Step): void {
    for (const event of events)
      if (event.kind === 'orphan') {
        const { response, answer, ref } = event;
        const named = { seq: entry.seq, id: response.id ?? '' };
        if (answer.why === 'other-id-type') misnamed.set(answer.near.opened.seq, named);
        // An error may refuse a line that was no request, and a request may be in a gap.
        if (answer.why !== 'never-asked' || answer.error || !trace.isComplete()) continue;
        const near = onlyOne(trace.openRequests(opposite(ref.from)));
        if (near && !misnamed.has(near.opened.seq)) misnamed.set(near.opened.seq, { ...named, unknown: true });
      }
  }

  return {
    /** `decoded` is the decoded frame, if the caller has it. */
    apply(entry: Entry, decoded?: Decoded): GroupedEntry {
      const step = trace.apply(entry, decoded);
      const grouped = withGroup(step);
      entries.push(grouped);
      findings.push(...judge.apply(step, trace));
      last = entry;
      heard.apply(step);
      rememberMisnamed(step);
      rememberTurns(grouped);
      return grouped;
    },
    /** Applies a delivery that was not yet known when its frame was applied. */
    deliver(delivery: Delivery): void {
      judge.deliver(delivery);
      grouping.deliver(delivery);
      deliveries.push(delivery);
    },
    /** Stores until when an applied frame is delayed. */
    delay: (delayed: Delayed): void => judge.delay(delayed),
    /** Ends the recording, so that rules report missing messages. `orderly`: the agent ended by itself. */
    finish(orderly: boolean): void {
      grouping.end();
      const { seq, elapsed } = last ?? { seq: seqOf(0), elapsed: elapsedUs(0) };
      findings.push(...judge.finish({ orderly, seq, elapsed }, trace));
    },
    /** The number of entries since the last call of `take`. */
    size: (): number => entries.length,
    /** Returns everything since the last call. */
    take(): Folded {
      const taken: Folded = {
        entries,
        findings,
        deliveries,
        groups: grouping.takeChanged(),
        axis: grouping.axis.takeChanged(),
        handshake: trace.handshake(),
        waiting: waitingIn((asker) => judge.openRequests(asker, trace), { heard, misnamed, openTurns }),
      };
      [entries, findings, deliveries] = [[], [], []];
      return taken;
    },
    /** How often each rule was kept and broken so far. */
    occasions: judge.occasions,
    /** Errors of acptap's own while reading or judging. */
    troubles: judge.troubles,
    /** The facts so far, for other folds over the same steps. */
    trace,
    /** The time axis so far. */
    axis: grouping.axis.facts,
  };
}

const UNGROUPED: Omit<GroupedEntry, 'step'> = {
  group: {
    no: -1,
    kind: 'event',
    level: 0,
    parent: undefined,
    turn: undefined,
    session: undefined,
    title: undefined,
    status: undefined,
    entries: 0,
    first: 0,
    last: 0,
    elapsed: 0,
    until: undefined,
    waited: { human: () => 0, client: () => 0, acptap: () => 0, waits: () => [], waiting: () => null },
  },
  turn: undefined,
  variant: undefined,
  status: undefined,
  kept: 0,
  keptFrame: undefined,
};

const noGrouping = (): ReturnType<typeof createGrouping> => ({
  apply: (step) => ({ step, ...UNGROUPED }),
  deliver: () => {},
  end: () => {},
  takeChanged: () => [],
  axis: createAxis(),
});

/** The only element; undefined if there are more. */
function onlyOne<Element>(all: Iterable<Element>): Element | undefined {
  const [first, second] = all;
  return second === undefined ? first : undefined;
}

/** Responses with a wrong id, by the entry of the request that they are probably about. */
type Misnamed = Map<number, NonNullable<Waiting['misnamed']>>;

function waitingIn(
  openRequests: (asker: Side) => Iterable<OpenRequest>,
  known: {
    readonly heard: ReturnType<typeof createHeard>;
    readonly misnamed: Misnamed;
    readonly openTurns: ReadonlyMap<number, GroupState>;
  },
): readonly Waiting[] {
  const oldest = [...firstOf(openRequests('client')), ...firstOf(openRequests('agent'))];
  return oldest
    .toSorted((one, other) => one.exchange.opened.seq - other.exchange.opened.seq)
    .slice(0, MAX_WAITING)
    .map(({ exchange, interfered }) => {
      const { method, id, session = null, opened } = exchange;
      const other = known.misnamed.get(opened.seq);
      const turn = known.openTurns.get(opened.seq);
      return {
        side: opened.from,
        method,
        id,
        seq: opened.seq,
        t: opened.elapsed,
        session,
        ...known.heard.for(exchange),
        ...(other ? { misnamed: other } : {}),
        ...(turn ? { time: { ...waitedFor(turn.waited), waiting: turn.waited.waiting() } } : {}),
        ...(interfered ? { interfered } : {}),
      };
    });
}

function* firstOf(open: Iterable<OpenRequest>): Generator<OpenRequest> {
  let count = 0;
  for (const request of open) {
    if (count++ === MAX_WAITING) return;
    yield request;
  }
}
