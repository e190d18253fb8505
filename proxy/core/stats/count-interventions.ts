import { isObject, stringAt } from '#core/json/json.ts';
import type { InterventionStats } from '#core/model/stats.ts';
import type { Entry } from '#core/wire/entry.ts';

type Growing = { -readonly [member in keyof InterventionStats]: InterventionStats[member] };

/** Counts what acptap did, by kind. A frame that several kinds touched counts for each. */
export function createInterventionCounts() {
  const byKind = new Map<string, Growing>();

  function add(kind: string, { frames = 0, lost = 0, written = 0, endings = 0 }: Partial<InterventionStats>): void {
    const counts = byKind.get(kind) ?? { kind, frames: 0, lost: 0, written: 0, endings: 0 };
    byKind.set(kind, counts);
    counts.frames += frames;
    counts.lost += lost;
    counts.written += written;
    counts.endings += endings;
  }

  return {
    apply(entry: Entry): void {
      if (entry.kind === 'frame') {
        const lost = entry.sent?.elapsed === undefined ? 1 : 0;
        for (const kind of kindsIn(entry.sent?.why)) add(kind, { frames: 1, lost });
        return;
      }
      if (entry.kind !== 'event') return;
      const { event, why }: Readonly<Record<string, unknown>> = entry.event;
      if (event === 'injected') for (const kind of kindsIn(why)) add(kind, { written: 1 });
      if (event === 'intervened') for (const kind of kindsIn([entry.event])) add(kind, { endings: 1 });
    },
    /** In the order in which the kinds first occurred. */
    counts: (): readonly InterventionStats[] => [...byKind.values()].map((counts) => ({ ...counts })),
  };
}

const kindsIn = (why: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(why) ? why.flatMap((each) => (isObject(each) ? (stringAt(each, 'kind') ?? []) : [])) : []);
