import type { FaultState } from '#core/contract/control.ts';
import type { CompileRegex } from '#core/filter/filter.ts';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import { updatesSession } from '#core/protocol/method-traits.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Side, Why } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { changedBy } from './changed-by.ts';
import { actsBehind, type Fault, type FaultAction, type FaultLimit } from './fault.ts';
import { NOTHING, type Ending, type Injection, type Plan, type Timing } from './plan.ts';
import { printFault } from './print-fault.ts';
import { roll } from './roll.ts';

/** A frame on its arrival. */
export interface ArrivedFrame {
  readonly from: Side;
  readonly bytes: Uint8Array;
  /** Its only message; undefined for a frame without one. */
  readonly message: Message | undefined;
  readonly facts: FilterFacts;
}

/** A fault that runs. */
interface Running {
  readonly fault: Fault;
  readonly number: number;
  readonly why: Why;
  readonly holds: (facts: FilterFacts) => boolean;
  /** Matching frames so far, and those that it touched. */
  matched: number;
  readonly matchedOf: Record<Side, number>;
  applied: number;
  isOn: boolean;
}

/** A plan while faults change it. */
interface Draft {
  bytes: Uint8Array | undefined;
  readonly why: Why[];
  readonly before: Injection[];
  readonly after: Injection[];
  readonly back: Injection[];
  timing: Timing;
  slice: Plan['slice'];
  readonly endings: Ending[];
}

/** Decides frame by frame what the faults do. Each fault that is on sees the frame as the faults before it have left it. */
export function createDecider(faults: readonly Fault[], seed: number, compile: CompileRegex) {
  const running = faults.map((fault, number): Running => ({
    fault,
    number,
    why: { kind: fault.action.kind, fault: printFault(fault) },
    holds: filterPredicate(fault.where, compile),
    matched: 0,
    matchedOf: { client: 0, agent: 0 },
    applied: 0,
    isOn: true,
  }));
  const muted: Partial<Record<Side, Running>> = {};

  function isHit(run: Running, { from, message, facts }: ArrivedFrame): boolean {
    const { action, limit, rate } = run.fault;
    if (!run.isOn || !canApply(action, message) || !run.holds(facts)) return false;
    run.matched += 1;
    const nth = run.matchedOf[from]++;
    const behind = actsBehind(action.kind);
    if (!allows(limit ?? (behind ? ONCE : undefined), run.matched, run.applied, behind)) return false;
    return rate === 100 || roll(seed, run.number, sideNo(from), nth) * 100 < rate;
  }

  /** A fault that leaves the frame unchanged does not count for its limit and is not among the reasons. */
  function apply(run: Running, draft: Draft, { from, message }: ArrivedFrame): void {
    const { why, fault, number } = run;
    const { action } = fault;
    const chance = (part: number) => roll(seed, number, sideNo(from), run.matchedOf[from], part + 1);
    const { timing, bytes } = draft;
    draft.why.push(why);
    switch (action.kind) {
      case 'delay': {
        const time = action.least + chance(0) * (action.most - action.least);
        draft.timing = { ...timing, delay: (timing.delay ?? 0) + time };
        break;
      }
      case 'throttle':
        draft.timing = { ...timing, bytesPerSecond: action.bytesPerSecond };
        break;
      case 'coalesce':
        draft.timing = { ...timing, coalesce: action.time };
        break;
      case 'reorder':
        draft.timing = { ...timing, reorder: { window: action.window, key: chance(0) } };
        break;
      case 'slice':
        draft.slice = action;
        break;
      case 'drop':
        draft.bytes = undefined;
        break;
      case 'duplicate':
        if (bytes) for (let copy = 0; copy < action.copies; copy++) draft.after.push({ bytes, why: [...draft.why] });
        break;
      case 'noise':
        draft.before.push({ bytes: encodeUtf8(`${action.text}\n`), why: [why] });
        break;
      case 'answer': {
        const id = message?.kind === 'request' ? message.id : 'null';
        const text = `{"jsonrpc":"2.0","id":${id},"${action.member}":${action.outcome}}\n`;
        draft.back.push({ bytes: encodeUtf8(text), why: [why] });
        draft.bytes = undefined;
        break;
      }
      case 'mute':
      case 'close':
      case 'exit':
      case 'kill':
        draft.why.pop(); // the frame itself is delivered untouched
        draft.endings.push({ action, why });
        if (action.kind === 'mute') muted[from] = run;
        break;
      default: {
        const changed = bytes && changedBy(action, bytes, chance);
        if (changed === bytes) {
          draft.why.pop();
          return;
        }
        draft.bytes = changed;
      }
    }
    run.applied += 1;
  }

  function muteOf(from: Side): Plan | undefined {
    const by = muted[from];
    return by?.isOn ? { ...NOTHING, why: [by.why] } : undefined;
  }

  function decide(frame: ArrivedFrame): Plan | undefined {
    const mute = muteOf(frame.from);
    if (mute) return mute;
    const draft: Draft = {
      bytes: frame.bytes,
      why: [],
      before: [],
      after: [],
      back: [],
      timing: {},
      slice: undefined,
      endings: [],
    };
    for (const run of running)
      if ((draft.bytes || actsBehind(run.fault.action.kind)) && isHit(run, frame)) apply(run, draft, frame);
    return draft.why.length + draft.endings.length > 0 ? draft : undefined;
  }

  return {
    /** Undefined for a frame that no fault touches. */
    decide,
    /** The plan for an incomplete frame, or one too large to be read. Undefined: it passes. */
    muteOf,
    /** The faults, and how many frames each has touched. */
    list: (): readonly FaultState[] =>
      running.map(({ number, why, applied, isOn }) => ({ number, fault: why.fault ?? why.kind, isOn, hits: applied })),
    /** Switches a fault on or off. Returns false for an unknown number. */
    set(number: number, isOn: boolean): boolean {
      const run = running[number];
      if (run) run.isOn = isOn;
      return run !== undefined;
    },
  };
}

const ONCE: FaultLimit = { kind: 'at most', count: 1 };

const sideNo = (side: Side): number => (side === 'client' ? 0 : 1);

/** Whether the limit lets a fault touch the frame that matched as number `matched`. */
function allows(limit: FaultLimit | undefined, matched: number, applied: number, behind: boolean): boolean {
  switch (limit?.kind) {
    case 'every':
      return matched % limit.count === 0;
    case 'after':
      return behind ? matched === limit.count : matched > limit.count;
    case 'at most':
      return applied < limit.count;
    default:
      return true;
  }
}

/** Some faults need a certain message. */
function canApply({ kind }: FaultAction, message: Message | undefined): boolean {
  switch (kind) {
    case 'answer':
      return message?.kind === 'request';
    case 'wrong-id':
      return message !== undefined && message.kind !== 'notification' && message.id !== undefined;
    case 'unknown-update':
      return message?.kind === 'notification' && updatesSession(message.method);
    default:
      return true;
  }
}
