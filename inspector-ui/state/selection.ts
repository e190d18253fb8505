import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { RowQuery, TimelineRow } from '#core/contract/timeline.ts';
import { seqOf, type Seq } from '#core/wire/units.ts';
import type { Backend } from '../backends/backend.ts';
import type { ListQuery, Timeline } from './timeline.ts';

export interface SelectionPorts {
  readonly timeline: Pick<Timeline, 'recording' | 'list' | 'total' | 'counts' | 'version' | 'rowAt' | 'placeOf'>;
  readonly backend: Pick<Backend, 'rows'>;
  /** Where the selection is kept: in the address, so that a reload and the back button restore it. */
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq | undefined) => void;
}

/** Where an entry is in the list: in a row of its own or its group's (`place`), or else after which rows it would be (`near`). */
interface Located {
  readonly seq: Seq;
  readonly list: ListQuery | undefined;
  readonly place: number | undefined;
  readonly near: number | undefined;
}

/**
 * The selected entry, and the row that shows it. Kept as an identity, not a place: rows that come, filters and folding must not move it.
 * Where it is in a list that does not hold its row the server is asked.
 */
export function createSelection({ timeline, backend, selected, select }: SelectionPorts) {
  const located = signal<Located | undefined>(undefined);
  let asking = new AbortController();
  let asked: { readonly seq: Seq; readonly list: ListQuery | undefined; readonly isThere: boolean } | undefined;
  /** Where a move leads whose row is not there yet. */
  let heading: number | undefined;
  let locating: Promise<void> = Promise.resolve();

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
      return undefined; // the timeline asks the same server, and says what is wrong
    }
  };

  const locate = async (seq: Seq): Promise<void> => {
    const question = { seq, list: timeline.list.peek(), isThere: timeline.counts.peek().entries > seq };
    if (asked?.seq === seq && asked.list === question.list && asked.isThere === question.isThere) return locating;
    asked = question;
    const found = await fetchRow({ around: seq });
    if (!found || selected.peek() !== seq || timeline.list.peek() !== question.list) return;
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
      // A group and its first frame are the same entry: it stays where it was if it can.
      const stays = known?.seq === seq && isAt(known.place);
      const place = isDense() ? seq : stays ? known.place : timeline.placeOf(seq);
      const isThere = isAt(place);
      if (isDense() || isThere) put(seq, place);
      else locating = locate(seq);
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
    const place = Math.min(Math.max(wanted, 0), timeline.total.peek() - 1);
    const row = timeline.rowAt(place);
    if (row) return selectAt(seqOf(row.seq), place);
    if (isDense()) return selectAt(seqOf(place), place);
    heading = place;
    const found = await fetchRow({ from: place });
    if (found?.row && heading === place) selectAt(seqOf(found.row.seq), place);
  };

  return {
    selected,
    select: (seq: Seq | undefined) => {
      heading = undefined;
      select(seq);
    },
    selectAt,
    /** The row that shows it; undefined while that is not known, and when the filter hides it. */
    place: computed(() => located.value?.place),
    /** True when it is known that no row shows it. */
    isHidden: computed(() => located.value !== undefined && located.value.place === undefined),
    /** When the server has said where the selection's row is; at once where nobody has to ask. Never rejects. */
    whenLocated: () => locating,
    /** Goes `step` rows down (or up); from nowhere it starts at `origin`, the first row in sight. */
    moveBy: (step: number, origin: number) => {
      const at = heading ?? located.peek()?.place ?? located.peek()?.near;
      void moveTo(at === undefined ? origin : at + step);
    },
    moveTo: (place: number) => void moveTo(place),
    /** Settle when the row is selected, which may have to be asked for: what is pressed then means that one. Steps go on from where they lead. */
    first: () => moveTo(0),
    last: () => moveTo(timeline.total.peek() - 1),
    dispose: () => {
      stop();
      asking.abort();
    },
  };
}

/** Entries of a group may lie between those of others: told by its ends, which the server has found to be this group's. */
const doesShow = ({ seq, group }: TimelineRow, entry: number) =>
  seq === entry || (group !== null && group.first <= entry && entry <= group.last);
