import type { Wait } from '#core/model/axis.ts';

/**
 * Keeps waits in order, at most `most`. Above that, joins neighbours that together span less than `grain` microseconds,
 * and doubles the grain as needed. A joined wait is wrong by less than the grain.
 */
export function createWaitList(most: number) {
  let waits: Wait[] = [];
  let grain = 0;

  return {
    add(wait: Wait): void {
      if (wait.to <= wait.from) return;
      waits = joined(waits, wait, grain);
      while (waits.length > most) {
        grain = Math.max(grain * 2, Math.ceil((wait.to - (waits[0]?.from ?? 0)) / (most * 4)));
        waits = waits.reduce<Wait[]>((kept, each) => joined(kept, each, grain), []);
      }
    },
    waits: (): readonly Wait[] => waits,
  };
}

/** Adds a wait to `waits` or joins it with the last one. The longer of two joined waits decides `on`. */
function joined(waits: Wait[], wait: Wait, grain: number): Wait[] {
  const last = waits.at(-1);
  const isOne = last && ((last.on === wait.on && last.to === wait.from) || wait.to - last.from < grain);
  if (!last || !isOne) waits.push(wait);
  else {
    const { on } = last.to - last.from < wait.to - wait.from ? wait : last;
    waits[waits.length - 1] = { on, from: last.from, to: wait.to };
  }
  return waits;
}
