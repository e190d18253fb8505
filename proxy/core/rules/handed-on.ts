import type { Side } from '#core/wire/entry.ts';

/** How many mistakes of the conductor's side are remembered. */
const REMEMBERED = 1024;

/**
 * A proxy hands on what it gets, mistakes included: they are their author's, and told once. Remembers what the conductor's side got
 * wrong on either of a proxy's connections; the same from the proxy on the other is that again. Each excuses one.
 */
export function createHandedOn() {
  const received = { own: new Map<string, number>(), successor: new Map<string, number>() };

  return {
    /** Whether `mistake` of `side`, in the frames' terms, is only handed on. To be asked of each mistake once: it remembers it. */
    knows(where: 'own' | 'successor', side: Side, mistake: string): boolean {
      if (side === 'client') {
        const counts = received[where];
        const before = counts.get(mistake) ?? 0;
        counts.delete(mistake); // the latest comes last
        counts.set(mistake, before + 1);
        if (counts.size > REMEMBERED) counts.delete(counts.keys().next().value ?? mistake);
        return false;
      }
      const counts = received[where === 'own' ? 'successor' : 'own'];
      const before = counts.get(mistake) ?? 0;
      if (before > 0) counts.set(mistake, before - 1);
      return before > 0;
    },
  };
}
