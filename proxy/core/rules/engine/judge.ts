import { pointerInEnvelope } from '#core/protocol/envelope.ts';
import type { Step, Trace } from '#core/trace/trace.ts';
import { gapOfCutFrame } from '#core/trace/gap-of-cut-frame.ts';
import type { Seq } from '#core/units.ts';
import { opposite, type EventEntry, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { excerpt } from '#core/text/excerpt.ts';
import { createForwardedMistakes } from './forwarded-mistakes.ts';
import type { Breach, End, Finding, Rule, Verdict } from './rule.ts';
import { createWatch } from './watch.ts';

/** The length of each text in a finding. Names and ids from the wire can be longer. */
const MAX_CHARACTERS = 400;

/** How often a rule applied. A rule that was neither kept nor broken was not exercised, which is not a pass. */
export interface Occasions {
  kept: number;
  broken: number;
}

/** A bug of acptap at an entry: findings may be missing there. `rule` is null when the fold failed. */
export interface Trouble {
  readonly seq: Seq;
  readonly rule: string | null;
  readonly message: string;
}

/** How many troubles are kept: more have the same cause. */
const MAX_TROUBLES = 100;

/** The trace of the agent's connection and, when the agent is a proxy, of the connection with its successor. */
type Known = Trace & { readonly successor: Trace };

/**
 * Judges a recording while it is folded. Call `apply` once for each step: it returns the findings that this step makes
 * certain. Messages in envelopes, between a proxy and its successor, are judged like those of any other connection.
 * With `only`, judges what this side did.
 */
export function createJudge(rules: readonly Rule[], only?: Side) {
  const occasions = new Map<string, Occasions>(rules.map(({ id }) => [id, { kept: 0, broken: 0 }]));
  let found: Finding[] = [];
  const torn = new Set<unknown>(); // sides after a gap: their next line lacks its beginning
  const handedOn = createForwardedMistakes();
  let isChained = false;
  const troubles: Trouble[] = [];
  let current: Seq | undefined;
  let sender: Side | undefined; // of the last frame
  let bare: Seq | undefined; // the current entry, if its message for the successor has no envelope

  const own = createWatch(rules, (rule) => verdictFor(rule, 'own', (breach) => breach), onTrouble);
  const successor = createWatch(
    rules.filter(({ about }) => about !== 'frames'),
    (rule) => verdictFor(rule, 'successor', outward),
    onTrouble,
  );

  function onTrouble(rule: Rule | null, cause: unknown): void {
    if (current === undefined || troubles.length >= MAX_TROUBLES) return;
    const message = cause instanceof Error ? cause.message : String(cause);
    troubles.push({ seq: current, rule: rule?.id ?? null, message });
  }

  function verdictFor(rule: Rule, where: 'own' | 'successor', toFrame: (breach: Breach) => Breach): Verdict {
    const count = occasions.get(rule.id) ?? { kept: 0, broken: 0 };
    return {
      kept() {
        // The proxy is the client of its successor.
        const bound = rule.binds === 'sender' ? sender : where === 'own' ? rule.binds : opposite(rule.binds);
        if (only === undefined || only === bound) count.kept += 1;
      },
      broken(inside: Breach) {
        const breach = toFrame(inside);
        if (only !== undefined && breach.side !== only) return;
        if (handedOn.excuses(where, breach.side, `${rule.id} ${clip(inside.message)} ${clip(inside.seen ?? '')}`))
          return;
        count.broken += 1;
        const { message, seen, expected, grade = rule.grade } = breach;
        found.push({
          ...breach,
          rule: rule.id,
          grade,
          message: clip(message),
          ...(seen === undefined ? {} : { seen: clip(seen) }),
          ...(expected === undefined ? {} : { expected: clip(expected) }),
        });
      },
    };
  }

  /** Turns a breach about a message in an envelope into one about the frame. */
  function outward(breach: Breach): Breach {
    const { seq, side, message, pointer } = breach;
    return {
      ...breach,
      side: opposite(side),
      message: `between proxy and successor, ${message}`,
      ...(pointer === undefined || seq === bare ? {} : { pointer: pointerInEnvelope(pointer) }),
    };
  }

  function take(): readonly Finding[] {
    const taken = found;
    found = [];
    return taken;
  }

  function applyToSuccessor({ entry, decoded, successor: step }: Step, isWhole: boolean, trace: Trace): void {
    if (entry.kind === 'frame' && decoded && isWhole) successor.frame(turned(entry), decoded, trace);
    bare = step?.isBare ? entry.seq : undefined;
    for (const event of step?.events ?? []) successor.deliver(event, trace);
  }

  return {
    apply(step: Step, trace: Known): readonly Finding[] {
      const { entry, decoded, events } = step;
      current = entry.seq;
      if (entry.kind === 'frame') sender = entry.from;
      if (step.trouble !== undefined) onTrouble(null, step.trouble);
      if (entry.kind === 'event' && entry.event.event === 'gap' && 'of' in entry.event) torn.add(entry.event.of);
      const happened = entry.kind === 'event' ? entry : gapOfCutFrame(entry);
      if (happened) {
        own.event(happened, trace);
        successor.event(turnedEvent(happened), trace.successor);
      }
      if (entry.kind === 'stderr') own.stderr(entry, trace);
      const isWhole = entry.kind === 'frame' && !torn.delete(entry.from);
      if (entry.kind === 'frame' && decoded && isWhole) own.frame(entry, decoded, trace);
      for (const event of events) own.deliver(event, trace);
      isChained ||= step.successor !== undefined;
      if (isChained) applyToSuccessor(step, isWhole, trace.successor);
      return found.length > 0 ? take() : found;
    },

    /** Call once, when no entry will follow. */
    finish(end: End, trace: Known): readonly Finding[] {
      current = end.seq;
      successor.ended(end, trace.successor);
      own.ended(end, trace);
      return take();
    },

    /** Bugs of acptap while judging, in order. */
    troubles: (): readonly Trouble[] => troubles,
    occasions: (): ReadonlyMap<string, Readonly<Occasions>> => occasions,
  };
}

const clip = (text: string) => (text.length > MAX_CHARACTERS ? excerpt(text, MAX_CHARACTERS) : text);

/** The frame as the successor sees it: the proxy is its client. */
const turned = (frame: FrameEntry): FrameEntry => ({ ...frame, from: opposite(frame.from) });

function turnedEvent(entry: EventEntry): EventEntry {
  const { event } = entry;
  const stream: unknown = 'of' in event ? event.of : undefined;
  return stream === 'client' || stream === 'agent' ? { ...entry, event: { ...event, of: opposite(stream) } } : entry;
}
