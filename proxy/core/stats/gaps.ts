import type { KeptFrame } from '#core/grouping/exchange-waits.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import { GAP_US, MAX_GAPS, type Gap } from '#core/model/stats.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { opposite, type Entry } from '#core/wire/entry.ts';

/** Finds the longest silences, and sums up all of them. */
export function createGaps() {
  let last: Entry | undefined;
  let silence = 0;
  const longest: Gap[] = [];

  function insert(gap: Gap): void {
    longest.push(gap);
    longest.sort((a, b) => b.duration - a.duration || a.after - b.after);
    longest.length = Math.min(longest.length, MAX_GAPS);
  }

  return {
    /**
     * `oldest` returns the oldest request that was open before this entry. Called only after a silence. `kept`: how much of
     * the time since the entry before was acptap's; `keptFrame`: the frame that it kept.
     */
    apply(
      entry: Entry,
      { kept, keptFrame }: Pick<GroupedEntry, 'kept' | 'keptFrame'>,
      oldest: () => Exchange | undefined,
    ): void {
      const before = last;
      last = entry;
      if (!before || entry.elapsed - before.elapsed < GAP_US) return;
      const duration = entry.elapsed - before.elapsed;
      silence += duration;
      if (longest.length === MAX_GAPS && duration <= (longest.at(-1)?.duration ?? 0)) return;
      insert({
        after: before.seq,
        before: entry.seq,
        t: before.elapsed,
        duration,
        acptap: kept,
        waitingFor: keptFrame && kept > duration / 2 ? keeperOf(keptFrame) : answererOf(oldest()),
      });
    },
    silence: (): number => silence,
    longest: (): readonly Gap[] => longest,
  };
}

const keeperOf = ({ seq, method }: KeptFrame): Gap['waitingFor'] => ({ seq, method, side: 'acptap' });

function answererOf(exchange: Exchange | undefined): Gap['waitingFor'] {
  if (!exchange) return null;
  const { opened, method } = exchange;
  return { seq: opened.seq, method, side: opposite(opened.from) };
}
