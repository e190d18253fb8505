import { setNewest } from '#core/set-newest.ts';
import type { Side } from '#core/wire/entry.ts';

/** How many mistakes from the conductor's side are remembered. */
const MAX_REMEMBERED = 1024;

/**
 * A proxy forwards messages with their mistakes, which are reported once, for their author. Remembers the mistakes that
 * come from the conductor on either connection of a proxy. Each excuses one equal mistake of the proxy on the other
 * connection.
 */
export function createForwardedMistakes() {
  const received = { own: new Map<string, number>(), successor: new Map<string, number>() };

  return {
    /** Returns true for a mistake that the proxy only forwarded, and uses its excuse up. `side` sent the frame. */
    excuses(where: 'own' | 'successor', side: Side, mistake: string): boolean {
      if (side === 'client') {
        const counts = received[where];
        setNewest(counts, mistake, (counts.get(mistake) ?? 0) + 1, MAX_REMEMBERED);
        return false;
      }
      const counts = received[where === 'own' ? 'successor' : 'own'];
      const before = counts.get(mistake) ?? 0;
      if (before > 0) counts.set(mistake, before - 1);
      return before > 0;
    },
  };
}
