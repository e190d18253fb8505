import { MAX_WAITING, type Waiting } from '#core/contract/api.ts';
import type { OutlineGroup } from '#core/outline/groups.ts';
import { createOutline, type Outlined } from '#core/outline/outline.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { createJudge } from '#core/rules/judge.ts';
import type { Finding, Rule } from '#core/rules/rule.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import { createTrace, type Step, type Trace } from '#core/trace/trace.ts';
import type { Decoded } from '#core/wire/decode.ts';
import type { Entry } from '#core/wire/entry.ts';
import { elapsedUs, seqOf } from '#core/wire/units.ts';

/** An entry with all that is known of it. */
export interface FoldedEntry {
  readonly step: Step;
  readonly outlined: Outlined;
}

/** What entries mean: these in order, the findings they made certain, and what is known of the recording after them. */
export interface Folded {
  readonly entries: readonly FoldedEntry[];
  readonly findings: readonly Finding[];
  /** The groups that they began or changed. */
  readonly groups: Iterable<OutlineGroup>;
  readonly handshake: Handshake;
  /** The oldest open requests. */
  readonly waiting: readonly Waiting[];
}

/**
 * All that is derived from entries, in one pass, a batch at a time: what they mean, how they group, what is wrong with them. Without
 * `isOutlined` they have no groups.
 */
export function createFold(rules: readonly Rule[] = catalogue, isOutlined = true) {
  const trace = createTrace();
  const judge = createJudge(rules);
  const outline = isOutlined ? createOutline() : NO_OUTLINE;
  let entries: FoldedEntry[] = [];
  let findings: Finding[] = [];
  let last: Entry | undefined;
  const heard: Heard = { client: null, agent: null };

  /** An entry that cannot be placed, by a bug of ours, is shown among what is no message: nothing is lost for it. */
  function outlined(step: Step): FoldedEntry {
    try {
      return { step, outlined: outline.apply(step) };
    } catch (cause) {
      const trouble = cause instanceof Error ? cause.message : String(cause);
      const bare: Step = { entry: step.entry, messages: [], events: [], trouble };
      return { step: bare, outlined: outline.apply(bare) };
    }
  }

  return {
    /** `decoded` is the frame, where it was decoded already. */
    apply(entry: Entry, decoded?: Decoded): FoldedEntry {
      const step = trace.apply(entry, decoded);
      const folded = outlined(step);
      entries.push(folded);
      findings.push(...judge.apply(step, trace));
      last = entry;
      if (entry.kind !== 'event') heard[entry.from === 'client' ? 'client' : 'agent'] = entry.at;
      return folded;
    },
    /** Nothing follows: what is missing now is missing. `orderly` when the agent has ended by itself. */
    finish(orderly: boolean): void {
      const { seq, at } = last ?? { seq: seqOf(0), at: elapsedUs(0) };
      findings.push(...judge.finish({ orderly, seq, at }, trace));
    },
    /** How many entries wait to be taken. */
    size: (): number => entries.length,
    /** Everything since it was taken last. */
    take(): Folded {
      const taken: Folded = {
        entries,
        findings,
        groups: outline.takeChanged(),
        handshake: trace.handshake(),
        waiting: waitingIn(trace, heard),
      };
      [entries, findings] = [[], []];
      return taken;
    },
    /** How often each rule was kept and broken so far. */
    occasions: judge.occasions,
    /** What could not be read or judged so far, by a bug of ours. */
    troubles: judge.troubles,
    /** What is known so far, for whoever folds something else of the same steps. */
    trace,
  };
}

const UNGROUPED: Outlined = {
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
    at: 0,
    until: undefined,
    waited: { human: () => 0, client: () => 0, waiting: () => null },
  },
  turn: undefined,
  variant: undefined,
  status: undefined,
};

const NO_OUTLINE: Pick<ReturnType<typeof createOutline>, 'apply' | 'takeChanged'> = {
  apply: () => UNGROUPED,
  takeChanged: () => [],
};

/** When each side was heard of last. */
interface Heard {
  client: number | null;
  agent: number | null;
}

function waitingIn(trace: Trace, heard: Heard): readonly Waiting[] {
  const oldest = [...firstOf(trace.openRequests('client')), ...firstOf(trace.openRequests('agent'))];
  return oldest
    .toSorted((one, other) => one.opened.seq - other.opened.seq)
    .slice(0, MAX_WAITING)
    .map(({ method, id, session = null, opened }) => ({
      side: opened.from,
      method,
      id,
      seq: opened.seq,
      t: opened.at,
      session,
      heard: heard[opened.from === 'client' ? 'agent' : 'client'],
    }));
}

function* firstOf(open: Iterable<Exchange>): Generator<Exchange> {
  let count = 0;
  for (const exchange of open) {
    if (count++ === MAX_WAITING) return;
    yield exchange;
  }
}
