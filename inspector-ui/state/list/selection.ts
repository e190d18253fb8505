import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { clamp } from '#core/clamp.ts';
import type { RowQuery, TimelineRow } from '#core/contract/timeline.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Backend } from '../../backends/backend.ts';
import type { ListQuery, Timeline } from './timeline.ts';

export interface SelectionPorts {
  readonly timeline: Pick<Timeline, 'recording' | 'list' | 'total' | 'counts' | 'version' | 'rowAt' | 'placeOf'>;
  readonly backend: Pick<Backend, 'rows'>;
  /** The selection, kept in the address so that a reload and the back button restore it. */
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq | undefined) => void;
  /** Holds keys back until the row of an entry is found. */
  readonly lead: (going: Promise<void>) => void;
}

/** Index of an entry's row, or of its group's row (`place`); if no row shows it, of the nearest row (`near`). */
interface Located {
  readonly seq: Seq;
  readonly list: ListQuery | undefined;
  readonly place: number | undefined;
  readonly near: number | undefined;
}

/**
 * The selected entry and its row. Kept by seq, not by index: new rows, filters and folding must not move the
 * selection. Asks the server for the index of a row that is not held.
 */
export function createSelection({ timeline, backend, selected, select, lead }: SelectionPorts) {
  const located = signal<Located | undefined>(undefined);
  let asking = new AbortController();
  let asked: { readonly seq: Seq; readonly list: ListQuery | undefined; readonly isThere: boolean } | undefined;
  /** Target of a move to a row that is not fetched yet. */
  let heading: { readonly place: number } | undefined;

  const isDense = () => timeline.list.peek()?.view === 'raw' && timeline.list.peek()?.q === '';
  const put = (seq: Seq, place: number | undefined, near = place) =>
    void (located.value = { seq, list: timeline.list.peek(), place, near });

  const fetchRow = async (at: RowQuery['at']) => {
    const list = timeline.list.peek();
    if (!list) return undefined;
    asking.abort();
    const { signal: aborted } = (asking = new AbortController());
    try {
      const { rows, from, index = from } = await backend.rows(timeline.recording, { ...list, at, count: 1 }, aborted);
      return aborted.aborted ? undefined : { row: rows[index - from], place: index };
    } catch {
      return undefined; // the timeline uses the same server and reports its errors
    }
  };

  const locate = async (seq: Seq): Promise<void> => {
    const question = { seq, list: timeline.list.peek(), isThere: timeline.counts.peek().entries > seq };
    if (asked?.seq === seq && asked.list === question.list && asked.isThere === question.isThere) return;
    asked = question;
    const found = await fetchRow({ around: seq });
    if (asked !== question) return;
    const isUseful = found && selected.peek() === seq && timeline.list.peek() === question.list;
    if (!isUseful) return void (asked = undefined); // so that it is asked for again when it is needed
    put(seq, found.row && doesShow(found.row, seq) ? found.place : undefined, found.place);
  };

  const stop = effect(() => {
    const seq = selected.value;
    const list = timeline.list.value;
    void timeline.version.value;
    untracked(() => {
      const known = located.peek();
      if (seq === undefined) return void (located.value = undefined);
      if (!list || (known?.seq === seq && known.list === list && known.place !== undefined)) return;
      const isAt = (place: number | undefined) => place !== undefined && timeline.rowAt(place)?.seq === seq;
      // A group's row and its first frame have the same seq: keeps the previous row if it still shows the entry.
      const stays = known?.seq === seq && isAt(known.place);
      const place = isDense() ? seq : stays ? known.place : timeline.placeOf(seq);
      const isThere = isAt(place);
      if (isDense() || isThere) put(seq, place);
      else lead(locate(seq));
    });
  });

  const selectAt = (seq: Seq, place: number) =>
    batch(() => {
      heading = undefined;
      put(seq, place);
      select(seq);
    });

  const moveTo = async (wanted: number) => {
    if (timeline.total.peek() === 0) return;
    const place = clamp(wanted, 0, timeline.total.peek() - 1);
    const row = timeline.rowAt(place);
    if (row) return selectAt(seqOf(row.seq), place);
    if (isDense()) return selectAt(seqOf(place), place);
    const own = (heading = { place });
    const found = await fetchRow({ from: place });
    if (heading !== own) return;
    heading = undefined;
    if (found?.row) selectAt(seqOf(found.row.seq), place);
  };

  return {
    selected,
    select: (seq: Seq | undefined) => {
      heading = undefined;
      select(seq);
    },
    selectAt,
    /** Index of the row that shows the entry; undefined while unknown and if the filter hides the entry. */
    place: computed(() => {
      const { seq, list, place } = located.value ?? {};
      return seq === selected.value && list === timeline.list.value ? place : undefined; // not of the list before
    }),
    /** True when no row shows the entry. */
    isHidden: computed(() => located.value !== undefined && located.value.place === undefined),
    /** Moves `step` rows down (negative: up). Without a selection, starts at `origin`, the first visible row. */
    moveBy: (step: number, origin: number) => {
      const at = heading?.place ?? located.peek()?.place ?? located.peek()?.near;
      return moveTo(at === undefined ? origin : at + step);
    },
    moveTo: (place: number) => void moveTo(place),
    /** Resolve when the row is selected; it may have to be fetched. Later steps continue from its index. */
    first: () => moveTo(0),
    last: () => moveTo(timeline.total.peek() - 1),
    dispose: () => {
      stop();
      asking.abort();
    },
  };
}

export type Selection = ReturnType<typeof createSelection>;

/** Groups may overlap, but the server has chosen this row for the entry: so the range of its seqs decides. */
const doesShow = ({ seq, group }: TimelineRow, entry: number) =>
  seq === entry || (group !== null && group.first <= entry && entry <= group.last);
