import { pointerInEnvelope } from '#core/protocol/envelope.ts';
import type { Step, Trace } from '#core/trace/trace.ts';
import { opposite, type EventEntry, type FrameEntry } from '#core/wire/entry.ts';
import type { Seq } from '#core/wire/units.ts';
import { excerpt } from './excerpt.ts';
import { createHandedOn } from './handed-on.ts';
import type { Breach, End, Finding, Rule, Verdict } from './rule.ts';
import { createWatch } from './watch.ts';

/** Names and ids from the wire have any length; what a finding says has not. */
const MOST_CHARACTERS = 400;

/** How often a rule applied. Neither kept nor broken: not exercised, which is never a pass. */
export interface Occasions {
  kept: number;
  broken: number;
}

/** Something that failed at an entry, by a bug of ours: what else would have been found there is not known. `rule` is null for the fold. */
export interface Trouble {
  readonly seq: Seq;
  readonly rule: string | null;
  readonly message: string;
}

/** More troubles than that are not told one by one: the cause is the same. */
const MOST_TROUBLES = 100;

/** What is known of a recording: of the agent's connection, and where it is a proxy, of the one with its successor. */
type Known = Trace & { readonly successor: Trace };

/**
 * Judges a recording while it is folded: told each step once, it answers with the findings that step makes certain.
 * What a proxy and its successor say to each other in envelopes is judged like what is said on any other connection.
 */
export function createJudge(rules: readonly Rule[]) {
  const occasions = new Map<string, Occasions>(rules.map(({ id }) => [id, { kept: 0, broken: 0 }]));
  let found: Finding[] = [];
  const torn = new Set<unknown>(); // sides of which bytes are missing: their next line lacks its beginning
  const handedOn = createHandedOn();
  let isChained = false;
  const troubles: Trouble[] = [];
  let current: Seq | undefined; // the entry at hand
  let bare: Seq | undefined; // the entry at hand, where it speaks to the successor without an envelope

  const own = createWatch(rules, (rule) => verdictFor(rule, 'own', (breach) => breach), onTrouble);
  const successor = createWatch(
    rules.filter(({ about }) => about !== 'frames'),
    (rule) => verdictFor(rule, 'successor', outward),
    onTrouble,
  );

  function onTrouble(rule: Rule | null, cause: unknown): void {
    if (current === undefined || troubles.length >= MOST_TROUBLES) return;
    const message = cause instanceof Error ? cause.message : String(cause);
    troubles.push({ seq: current, rule: rule?.id ?? null, message });
  }

  function verdictFor(rule: Rule, where: 'own' | 'successor', toFrame: (breach: Breach) => Breach): Verdict {
    const count = occasions.get(rule.id) ?? { kept: 0, broken: 0 };
    return {
      kept: () => void (count.kept += 1),
      broken(inside: Breach) {
        const breach = toFrame(inside);
        if (handedOn.knows(where, breach.side, `${rule.id} ${clip(inside.message)} ${clip(inside.seen ?? '')}`)) return;
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

  /** What a rule says of a message in an envelope, said of the frame. */
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
    for (const event of step?.events ?? []) successor.tell(event, trace);
  }

  return {
    apply(step: Step, trace: Known): readonly Finding[] {
      const { entry, decoded, events } = step;
      current = entry.seq;
      if (step.trouble !== undefined) onTrouble(null, step.trouble);
      if (entry.kind === 'event') {
        if (entry.event.event === 'gap' && 'of' in entry.event) torn.add(entry.event.of);
        own.event(entry, trace);
        successor.event(turnedEvent(entry), trace.successor);
      }
      const isWhole = entry.kind === 'frame' && !torn.delete(entry.from);
      if (entry.kind === 'frame' && decoded && isWhole) own.frame(entry, decoded, trace);
      for (const event of events) own.tell(event, trace);
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

    /** What could not be judged, in order. */
    troubles: (): readonly Trouble[] => troubles,
    occasions: (): ReadonlyMap<string, Readonly<Occasions>> => occasions,
  };
}

const clip = (text: string) => (text.length > MOST_CHARACTERS ? excerpt(text, MOST_CHARACTERS) : text);

/** As seen by who takes the proxy for its client. */
const turned = (frame: FrameEntry): FrameEntry => ({ ...frame, from: opposite(frame.from) });

function turnedEvent(entry: EventEntry): EventEntry {
  const { event } = entry;
  const of: unknown = 'of' in event ? event.of : undefined;
  return of === 'client' || of === 'agent' ? { ...entry, event: { ...event, of: opposite(of) } } : entry;
}
