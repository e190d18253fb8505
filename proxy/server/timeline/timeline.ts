import { setImmediate as rest } from 'node:timers/promises';
import type { ShareQuery } from '#core/contract/share.ts';
import type { RowQuery, SeekQuery, ValueCount, ValueField } from '#core/contract/timeline.ts';
import type { ConversationQuery } from '#core/model/cards.ts';
import type { TimelinePorts } from '#core/rows/source.ts';
import { createTimeline as createTimelineOf, type Keyed } from '#core/rows/timeline.ts';
import { rankValues } from '#core/rows/values.ts';
import type { Store } from '../../store/store.ts';
import type { Shelved } from '../library.ts';
import { timelineSource } from './store-source.ts';

/** Timelines of recordings in databases. Methods return undefined for a removed recording or an unwanted request. */
export function createTimeline() {
  const ports: TimelinePorts = {
    rest: () => rest(),
    now: () => performance.now(),
    loadRegexes: async () => (await import('../../regex/linear-regex.ts')).compileRegex,
  };
  const timeline = createTimelineOf(ports);
  const stores = new WeakMap<Store, number>();
  let count = 0;

  /** Adds the store to the key, because a replaced database file uses the same numbers again. */
  function keyed(shelved: Shelved): Keyed {
    const { store, no } = shelved;
    const known = stores.get(store) ?? count++;
    stores.set(store, known);
    return { key: `${known} ${no}`, source: timelineSource(shelved) };
  }

  return {
    keyed,
    /** @throws {BadFilterError} */
    meant: (shelved: Shelved, query: ShareQuery, isWanted: () => boolean) =>
      timeline.meant(keyed(shelved), query, isWanted),
    /** @throws {BadFilterError} */
    findings: (shelved: Shelved, q: string, isWanted: () => boolean) => timeline.findings(keyed(shelved), q, isWanted),
    /** @throws {BadFilterError} */
    conversation: (shelved: Shelved, query: ConversationQuery, isWanted: () => boolean) =>
      timeline.within(keyed(shelved), query.q, isWanted, (matched) =>
        shelved.store.read.conversation.window(shelved.no, query, matched),
      ),
    /** @throws {BadFilterError} */
    rows: (shelved: Shelved, query: RowQuery, isWanted: () => boolean) =>
      timeline.rows(keyed(shelved), query, isWanted),
    /** @throws {BadFilterError} */
    seek: (shelved: Shelved, query: SeekQuery, isWanted: () => boolean) =>
      timeline.seek(keyed(shelved), query, isWanted),
    /** @throws {BadFilterError} */
    overview: (shelved: Shelved, q: string, most: number, isWanted: () => boolean) =>
      timeline.overview(keyed(shelved), q, most, isWanted),
    values({ store, no }: Shelved, field: ValueField): Promise<readonly ValueCount[]> {
      const { total } = store.read.timeline.progress(no) ?? { total: 0 };
      return rankValues(field, total, (from, to) => store.read.values(no, field, from, to), ports);
    },
  };
}

export type Timeline = ReturnType<typeof createTimeline>;
