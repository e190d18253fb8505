import { createCache } from '#core/cache.ts';
import type { ShareQuery } from '#core/contract/share.ts';
import type { RowQuery, RowWindow, SeekQuery, SeekResult } from '#core/contract/timeline.ts';
import type { MatchedEntries } from '#core/grouping/matched-entries.ts';
import { includesNumber, numbersOf, firstNumbers, type NumberList } from '#core/grouping/number-list.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import type { Overview } from '#core/model/overview.ts';
import { readRowFilter } from './row-filter.ts';
import { createGroupIndex, type GroupIndex } from './group-index.ts';
import { visitInSlices } from './in-time-slices.ts';
import { createMatches, type Matches } from './matches.ts';
import { createGrowingOverview, readOverview, type GrowingOverview } from './growing-overview.ts';
import type { IsWanted, TimelinePorts, TimelineSource } from './timeline-source.ts';
import { toFoldedView, readRowWindow, type FoldedView, type ShownEntries } from './row-window.ts';

/** About ten filters over a recording of a million entries. */
const MATCHES_BYTES = 64 * 1024 * 1024;
const FOLDINGS_BYTES = 32 * 1024 * 1024;
const INDICES_BYTES = 32 * 1024 * 1024;
const HISTOGRAMS_BYTES = 4 * 1024 * 1024;

/** The most values of each kind, however small. */
const MAX_KEPT = 64;

/** How long a query that accepts a part of the list waits for the whole list, in milliseconds. */
const PATIENCE_MS = 200;

/** A recording with a unique key. */
export interface KeyedSource {
  readonly key: string;
  readonly source: TimelineSource;
}

/** The entries of a view, at one revision of the recording. */
interface Found {
  readonly revision: number;
  /** The number of entries of the recording. */
  readonly total: number;
  readonly shown: ShownEntries;
  /** The number of entries searched, if not all. */
  readonly searched: number | undefined;
}

const createSizedCache = <Value extends { readonly bytes: () => number }>(maxBytes: number) =>
  createCache<string, Value>(MAX_KEPT, { maxBytes, bytesOf: (value) => value.bytes() });

/**
 * The timeline of any recording, a window at a time. Without a filter, keeps at most the opened and collapsed
 * groups. Keeps the matches of filters and updates them on demand.
 */
export function createTimeline(ports: TimelinePorts) {
  const matches = createSizedCache<Matches>(MATCHES_BYTES);
  const foldings = createSizedCache<FoldedView>(FOLDINGS_BYTES);
  const indices = createSizedCache<GroupIndex>(INDICES_BYTES);
  const histograms = createSizedCache<GrowingOverview>(HISTOGRAMS_BYTES);

  const keyOf = ({ key }: KeyedSource, ...others: readonly unknown[]): string => JSON.stringify([key, ...others]);

  /** Undefined when the recording was removed or the result is no longer wanted. */
  async function shownBy(
    recording: KeyedSource,
    q: string,
    isWanted: IsWanted,
    isEnough?: (found: Matches) => boolean,
  ): Promise<Found | undefined> {
    const { source } = recording;
    const read = await readRowFilter(q, ports.loadRegexes);
    if (!read) {
      const now = source.progress();
      const shown = now && { seqs: firstNumbers(now.total), matches: undefined };
      return now && shown && { revision: now.revision, total: now.total, shown, searched: undefined };
    }
    const found = matches.getOrMake(keyOf(recording, q), () =>
      createMatches(source, source.matching(read.filter, read.compile), ports),
    );
    await found.refresh(isWanted, isEnough && (() => isEnough(found)));
    const now = source.progress();
    if (!now || !isWanted()) return undefined;
    const shown: ShownEntries = { seqs: found.seqs(), matches: found };
    const searched = found.isWhole() ? undefined : found.searched();
    return { revision: found.revision(), total: now.total, shown, searched };
  }

  /**
   * Returns a test for when a partial list is enough for the window: after PATIENCE_MS, with no matches yet
   * or with matches up to the requested position. Without the second condition, a window around an entry
   * would show other rows.
   */
  function enoughFor({ at, part = false }: RowQuery): (found: Matches) => boolean {
    const due = ports.now() + PATIENCE_MS;
    const isThere = (seqs: NumberList) =>
      seqs.length === 0 || seqs.indexFrom('around' in at ? at.around : 0) < seqs.length;
    return (found) => part && ports.now() >= due && isThere(found.seqs());
  }

  const indexOf = (recording: KeyedSource) =>
    indices.getOrMake(keyOf(recording), () => createGroupIndex(recording.source));

  function foldedBy(recording: KeyedSource, query: RowQuery, { shown, revision, searched }: Found) {
    const { source } = recording;
    const { q, opened, collapsed } = query;
    const index = indexOf(recording);
    const folding = foldings.getOrMake(keyOf(recording, q, opened, collapsed, revision, searched), () =>
      toFoldedView(index, source.groupCount(), shown, query),
    );
    return { folding, index };
  }

  return {
    /** @throws {BadFilterError} */
    async rows(recording: KeyedSource, query: RowQuery, isWanted: IsWanted): Promise<RowWindow | undefined> {
      const found = await shownBy(recording, query.q, isWanted, enoughFor(query));
      if (!found) return undefined;
      const { revision, total: entries, shown, searched } = found;
      const { source } = recording;
      if (query.view === 'folded' && query.collapsed.length > 0)
        if (!(await visitInSlices(indexOf(recording).refresh(), () => {}, ports, isWanted))) return undefined;
      return source.atOnce(() => {
        const folded = query.view === 'folded' ? foldedBy(recording, query, found) : undefined;
        const window = readRowWindow(source, shown, folded, query);
        return { ...window, entries, revision, ...(searched === undefined ? {} : { searched }) };
      });
    },

    /** The entries of a scope, in order. @throws {BadFilterError} */
    async inScope(
      recording: KeyedSource,
      { of, q, seq }: Pick<ShareQuery, 'of' | 'q' | 'seq'>,
      isWanted: IsWanted,
    ): Promise<NumberList | undefined> {
      if (of === 'filter') return (await shownBy(recording, q, isWanted))?.shown.seqs;
      if (seq === null) return firstNumbers(0);
      const group = of === 'group' ? recording.source.groupOf(seq) : undefined;
      return numbersOf(group === undefined ? [seq] : recording.source.members(group, 0));
    },

    /** The findings of the matching entries, by seq. @throws {BadFilterError} */
    async findings(
      recording: KeyedSource,
      q: string,
      isWanted: IsWanted,
    ): Promise<readonly FindingDetail[] | undefined> {
      const found = await shownBy(recording, q, isWanted);
      if (!found) return undefined;
      const { seqs, matches: isPart } = found.shown;
      const all = recording.source.findings();
      return isPart ? all.filter(({ seq }) => includesNumber(seqs, seq)) : all;
    },

    /** Calls a reader with the matching entries; undefined stands for all. @throws {BadFilterError} */
    async within<Result>(
      recording: KeyedSource,
      q: string,
      isWanted: IsWanted,
      read: (matched: MatchedEntries | undefined) => Result,
    ): Promise<Result | undefined> {
      const found = await shownBy(recording, q, isWanted);
      if (!found) return undefined;
      const { shown, revision } = found;
      return read(shown.matches && { seqs: shown.seqs, groups: shown.matches.groups(), revision });
    },

    /** The next match after `from`, or with `step` −1 the last one before it. @throws {BadFilterError} */
    async seek(
      recording: KeyedSource,
      { q, from, step, wrap }: SeekQuery,
      isWanted: IsWanted,
    ): Promise<SeekResult | undefined> {
      const found = await shownBy(recording, q, isWanted);
      if (!found) return undefined;
      const { seqs } = found.shown;
      const next = step === 1 ? seqs.indexFrom(from + 1) : seqs.indexFrom(from) - 1;
      const isThere = next >= 0 && next < seqs.length;
      const index = isThere ? next : step === 1 ? 0 : seqs.length - 1;
      if (seqs.length === 0 || (!isThere && !wrap)) return { seq: null, ordinal: null, count: seqs.length };
      return { seq: seqs.at(index), ordinal: index + 1, count: seqs.length };
    },

    /** @throws {BadFilterError} */
    async overview(recording: KeyedSource, q: string, most: number, isWanted: IsWanted): Promise<Overview | undefined> {
      const found = await shownBy(recording, q, isWanted);
      if (!found) return undefined;
      const { revision, total, shown } = found;
      const { source } = recording;
      const growing = shown.matches
        ? undefined
        : histograms.getOrMake(keyOf(recording), () => createGrowingOverview(source, ports));
      await growing?.refresh(total);
      const histogram = growing?.histogram ?? (await readOverview(source, ports, shown.seqs, isWanted));
      return { duration: source.duration(), revision, axis: source.axis().facts, ...histogram.within(most) };
    },
  };
}
