import type { Step, Trace } from '#core/trace/trace.ts';
import { excerpt } from './excerpt.ts';
import type { Breach, End, Finding, Rule, Verdict, Watcher } from './rule.ts';

/** Names and ids from the wire have any length; what a finding says has not. */
const MOST_CHARACTERS = 400;

/** How often a rule applied. Neither kept nor broken: not exercised, which is never a pass. */
export interface Occasions {
  kept: number;
  broken: number;
}

/**
 * Judges a recording while it is folded: told each step once, it answers with the findings that step makes certain.
 * Rules that do not listen to an event cost nothing for it.
 */
export function createJudge(rules: readonly Rule[]) {
  const occasions = new Map<string, Occasions>(rules.map(({ id }) => [id, { kept: 0, broken: 0 }]));
  let found: Finding[] = [];
  const torn = new Set<unknown>(); // sides of which bytes are missing: their next line lacks its beginning

  const running = rules.map((rule) => ({ watcher: rule.start(), verdict: verdictFor(rule) }));
  const listening = (verb: keyof Watcher) => running.filter(({ watcher }) => watcher[verb]);
  const on = {
    event: listening('event'),
    frame: listening('frame'),
    request: listening('request'),
    notification: listening('notification'),
    answered: listening('answered'),
    orphan: listening('orphan'),
    ended: listening('ended'),
  };

  function verdictFor(rule: Rule): Verdict {
    const count = occasions.get(rule.id) ?? { kept: 0, broken: 0 };
    return {
      kept: () => void (count.kept += 1),
      broken(breach: Breach) {
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

  function take(): readonly Finding[] {
    const taken = found;
    found = [];
    return taken;
  }

  return {
    apply({ entry, decoded, events }: Step, trace: Trace): readonly Finding[] {
      if (entry.kind === 'event') {
        if (entry.event.event === 'gap' && 'of' in entry.event) torn.add(entry.event.of);
        for (const { watcher, verdict } of on.event) watcher.event?.(entry, verdict, trace);
      }
      if (entry.kind === 'frame' && decoded && !torn.delete(entry.from))
        for (const { watcher, verdict } of on.frame) watcher.frame?.(entry, decoded, verdict, trace);
      for (const event of events)
        switch (event.kind) {
          case 'request':
            for (const { watcher, verdict } of on.request) watcher.request?.(event, verdict, trace);
            break;
          case 'notification':
            for (const { watcher, verdict } of on.notification) watcher.notification?.(event, verdict, trace);
            break;
          case 'answered':
            for (const { watcher, verdict } of on.answered) watcher.answered?.(event, verdict, trace);
            break;
          case 'orphan':
            for (const { watcher, verdict } of on.orphan) watcher.orphan?.(event, verdict, trace);
            break;
        }
      return found.length > 0 ? take() : found;
    },

    /** Call once, when no entry will follow. */
    finish(end: End, trace: Trace): readonly Finding[] {
      for (const { watcher, verdict } of on.ended) watcher.ended?.(end, verdict, trace);
      return take();
    },

    occasions: (): ReadonlyMap<string, Readonly<Occasions>> => occasions,
  };
}

export type Judge = ReturnType<typeof createJudge>;

const clip = (text: string) => (text.length > MOST_CHARACTERS ? excerpt(text, MOST_CHARACTERS) : text);
