import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { WindowedList } from '../../components/windowed-list.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { rowsIn, scrollFor, scrollTo } from '../../state/list/scale.ts';
import { toggleGroup } from '../../state/shell/timeline-commands.ts';
import { pressOnRelease, rowBelow, toPress, type RowPress } from './row-press.ts';
import { useFewNewRows } from './use-few-new-rows.ts';
import { useNoSelectAll } from './use-no-select-all.ts';
import './list-row.css';
import './timeline-list.css';

/** Scrolling has stopped when no scroll event came for this long; the first rows are painted by then. */
const REST_MS = 100;

interface RowListProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  /** Id of the element, also for tests. */
  readonly id: string;
  readonly label: string;
  /**
   * Draws a row with `id="row-<place>"`, `data-place` and `data-seq`; `row` is undefined while being fetched. Use
   * `slot` as the key: rows that scroll in reuse the elements of rows that scroll out.
   */
  readonly children: (place: number, row: TimelineRow | undefined, slot: number) => ComponentChildren;
}

/**
 * The rows of a recording, all of one height: fewer than 200 nodes for any recording. Handles clicks: `data-jump` marks
 * links to the pair, `data-toggle` marks triangles.
 */
export function RowList({ inspector, opened, id, label, children }: RowListProps) {
  const { timeline, viewport, follow, selection, hovered, look } = opened;
  const scroller = useRef<HTMLDivElement>(null);
  const [from, to, total] = [viewport.from.value, viewport.to.value, timeline.total.value];
  void timeline.version.value; // rows are read from the cache below
  const place = selection.place.value;
  const scrolling = useScrolling(scroller);
  const drawable = useFewNewRows(follow.on.value);
  const slotOf = useSlots(from, to, rowsIn(viewport.scale.value.height)); // as many before and after overscan

  useLayoutEffect(() => {
    const before = viewport.scrollTop.peek(); // the position before another view was shown
    const { current: element } = scroller;
    if (before === 0 || !element) return;
    element.scrollTop = before;
    if (element.scrollTop !== before) viewport.scrolled(element.scrollTop); // the list is shorter now, and no scroll event comes
  }, [viewport]);
  const fit = (element: HTMLElement) => {
    const { clientHeight, isConnected } = element;
    if (!isConnected) return;
    const selected = selection.place.peek();
    const wasInSight = selected !== undefined && viewport.isInSight(selected);
    viewport.resized(clientHeight);
    // A detail that opens below the list must not cover its row.
    if (wasInSight && !follow.on.peek())
      scrolling.to((scrollTop) => scrollTo(viewport.scale.peek(), selected, scrollTop, false));
  };
  useEffect(() => timeline.show(from, to), [timeline, from, to]);
  useLayoutEffect(() => {
    if (follow.on.value) scrolling.to(() => viewport.scale.peek().scrollHeight);
  }, [follow.on.value, total, viewport.scale.value]);
  useLanding(scrolling, opened);
  useReveal(scrolling, opened);
  useSignalEffect(() => {
    const { value: wanted } = viewport.wanted;
    if (wanted) scrolling.to(() => scrollFor(viewport.scale.peek(), wanted.place, 0));
  });
  useNoSelectAll(scroller, inspector.say);

  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const rest = () => {
    clearTimeout(resting.current);
    resting.current = setTimeout(viewport.widen, REST_MS);
  };
  useEffect(() => void (total > 0 && rest()), [viewport, total > 0]);
  // A mouse acts when its button is released. Its click is never sent if new rows have replaced the pressed element.
  const pressed = useRef<RowPress | undefined>(undefined);
  const isDone = useRef(false);
  const press = (event: PointerEvent) => {
    isDone.current = false;
    pressed.current = event.button === 0 ? toPress(event) : undefined;
  };
  const release = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return; // a touch opens by its click, or the click would hit what has opened
    isDone.current = true;
    pick(pressOnRelease(event, pressed.current));
  };
  const click = (event: MouseEvent) => {
    if (event.detail === 0 || !isDone.current) pick(toPress(event));
  };
  const pick = (hit: RowPress | undefined) => {
    if (!hit) return;
    // Rows that arrived between press and release may have moved the entry.
    const at = timeline.rowAt(hit.place)?.seq === hit.seq ? hit.place : (timeline.placeOf(hit.seq) ?? hit.place);
    if (hit.does === 'toggle') {
      selection.selectAt(hit.seq, at);
      toggleGroup(opened, at);
    } else {
      inspector.inspect(hit.seq, at);
      if (hit.does !== 'jump') return;
      inspector.perform('pair');
      scroller.current?.focus({ preventScroll: true }); // a focused button may scroll out, and keys would be lost
    }
  };
  const openMenu = (event: MouseEvent) => {
    const row = rowBelow(event);
    if (!row) return;
    event.preventDefault();
    selection.selectAt(row.seq, row.place);
    inspector.openOverlay('menu');
  };

  return (
    <WindowedList
      scroller={scroller}
      shown={viewport}
      bodyRole="rowgroup"
      id={id}
      class="timeline-scroll"
      data-testid={id}
      data-view={look.view.value}
      role="treegrid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total}
      aria-busy={timeline.isLoading.value}
      aria-activedescendant={place === undefined ? undefined : `row-${place}`}
      onResize={(element) => {
        // The first rows come in a task of their own, after the layout of all that is around them.
        if (viewport.scale.peek().height === 0) setTimeout(fit, 0, element);
        else fit(element);
      }}
      onScrolled={(scrollTop) => {
        follow.scrolled(viewport.scrolled(scrollTop));
        rest();
      }}
      onPointerDown={press}
      onPointerUp={release}
      onClick={click}
      onContextMenu={openMenu}
      onPointerOver={(event) => void (hovered.value = rowBelow(event)?.seq)}
      onPointerLeave={() => void (hovered.value = undefined)}
    >
      {(at) => children(at, drawable(timeline.rowAt(at)), slotOf(at))}
    </WindowedList>
  );
}

/**
 * Returns the slot of each row: rows that scroll in reuse the elements of rows that scroll out. After a jump all rows
 * change, and each element keeps its position: a moved element is laid out anew with all that it has.
 */
function useSlots(from: number, to: number, rows: number): (place: number) => number {
  const before = useRef({ from, to, start: 0, count: 1 });
  const { current } = before;
  const isJump = from >= current.to || to <= current.from;
  const start = isJump ? current.start + from - current.from : current.start;
  const count = Math.max(current.count, rows);
  before.current = { from, to, start, count };
  return (place) => (((place - start) % count) + count) % count;
}

type Scroller = { readonly current: HTMLDivElement | null };

/** Computes the new scroll position from the current one. */
type Target = (scrollTop: number) => number;

/** Runs programmatic scrolls in order. */
function useScrolling(scroller: Scroller) {
  return useMemo(() => {
    const waiting: Target[] = [];
    const scroll = (target: Target) => {
      const element = scroller.current;
      if (!element) return;
      const top = target(element.scrollTop);
      if (top !== element.scrollTop) element.scrollTop = top;
    };
    /** Scrolls after the next render: only then does a new list have its height. */
    const afterRender = (target: Target) => {
      if (waiting.push(target) === 1)
        requestAnimationFrame(() => {
          for (const each of waiting.splice(0)) scroll(each);
        });
    };
    return {
      afterRender,
      /** Scrolls at once, or after pending scrolls, so that those do not undo it. */
      to: (target: Target) => (waiting.length === 0 ? scroll(target) : afterRender(target)),
    };
  }, [scroller]);
}

type Scrolling = ReturnType<typeof useScrolling>;

/** Scrolls a new list so that the anchor keeps its position. */
function useLanding(scrolling: Scrolling, { timeline, viewport, selection }: OpenedRecording) {
  useSignalEffect(() => {
    const landed = timeline.landed.value;
    if (!landed || viewport.scale.value.height === 0) return;
    timeline.settled();
    const seq = selection.selected.peek();
    if (landed.isKept && seq !== undefined) viewport.revealed = { seq, place: selection.place.peek() };
    scrolling.afterRender(() => scrollFor(viewport.scale.peek(), landed.place, landed.y));
  });
}

/** Scrolls the selected row into sight when the selection moves, and when the row of a link arrives. */
function useReveal(scrolling: Scrolling, opened: OpenedRecording) {
  useSignalEffect(() => {
    const seq = opened.selection.selected.value;
    const place = opened.selection.place.value;
    const scale = opened.viewport.scale.value;
    if (seq === undefined) opened.viewport.revealed = undefined;
    if (seq === undefined || place === undefined || place >= scale.total || scale.height === 0) return;
    const landed = opened.timeline.landed.value;
    const last = opened.viewport.revealed;
    if (last?.seq === seq && last.place === place) return;
    // A new list is about to scroll to another row: scrolls to this one after it.
    if (landed && !landed.isKept && landed.place !== place) return;
    opened.viewport.revealed = { seq, place };
    const { uncovered } = opened.viewport;
    const isUncovered = uncovered?.seq === seq && uncovered.before !== opened.timeline.list.peek();
    if (isUncovered) opened.viewport.uncovered = undefined;
    // The same entry at another index: the changed list has kept it in place, or its group if one was opened for it.
    if ((last?.seq === seq && !isUncovered) || landed) return;
    const isNear = last?.place !== undefined && Math.abs(place - last.place) <= opened.viewport.pageRows();
    scrolling.to((scrollTop) => scrollTo(opened.viewport.scale.peek(), place, scrollTop, !isNear));
  });
}
