import { useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { seqOf, type Seq } from '#core/wire/units.ts';
import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { scrollTo } from '../../state/scale.ts';
import { parseInstant } from '../../text/time.ts';
import { TimelineLine } from './timeline-line.tsx';
import './timeline-list.css';

/** The rows in sight and a few beyond, in an element as high as all of them. Row nodes stay below 200 for any recording. */
export function TimelineList({ inspector, of }: { inspector: Inspector; of: Opened }) {
  const { timeline, viewport, follow, selection, hovered, isLive } = of;
  const scroller = useRef<HTMLDivElement>(null);
  const [from, to, total] = [viewport.from.value, viewport.to.value, timeline.total.value];
  void timeline.version.value; // rows are read from the cache below
  const selected = selection.selected.value;
  const paired = of.paired.value;
  const startedAt = parseInstant(of.summary.value.startedAt);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = viewport.scrollTop.peek(); // where it was before the findings were looked at
    const observer = new ResizeObserver(() => viewport.resized(element.clientHeight));
    viewport.resized(element.clientHeight);
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);
  useEffect(() => timeline.show(from, to), [timeline, from, to]);
  useLayoutEffect(() => {
    if (follow.on.value && scroller.current) scroller.current.scrollTop = viewport.scale.peek().scrollHeight;
  }, [follow.on.value, total, viewport.scale.value]);
  useReveal(scroller, of);

  const pick = (event: MouseEvent) => {
    const seq = seqAt(event);
    if (seq === undefined) return;
    inspector.inspect(seq);
    if (event.target instanceof Element && event.target.closest('[data-jump]')) inspector.perform('pair');
  };

  return (
    <>
      <ColumnHeads />
      <div
        ref={scroller}
        id="timeline"
        class="timeline-scroll"
        data-testid="timeline"
        role="grid"
        tabIndex={0}
        aria-label="Entries"
        aria-rowcount={total}
        aria-activedescendant={selected === undefined ? undefined : `entry-${selected}`}
        onScroll={({ currentTarget }) => follow.scrolled(viewport.scrolled(currentTarget.scrollTop))}
        onClick={pick}
        onPointerOver={(event) => void (hovered.value = seqAt(event))}
        onPointerLeave={() => void (hovered.value = undefined)}
      >
        <div role="rowgroup" class="timeline-height" style={{ height: `${viewport.scale.value.scrollHeight}px` }}>
          <div
            role="presentation"
            class="timeline-window"
            style={{ transform: `translateY(${viewport.offset.value}px)` }}
          >
            {Array.from({ length: to - from }, (_, index) => from + index).map((seq) => (
              <TimelineLine
                key={seq}
                seq={seq}
                entry={timeline.rowAt(seq)}
                before={timeline.rowAt(seq - 1)?.t}
                timeMode={inspector.timeMode.value}
                startedAt={startedAt}
                isLive={isLive.value}
                isSelected={seq === selected}
                isPaired={paired.some((pair) => pair === seq)}
              />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

/** Brings the selected row into sight when the selection moves, and once more when a linked row comes to exist. */
function useReveal(scroller: { readonly current: HTMLDivElement | null }, of: Opened) {
  const revealed = useRef<Seq | undefined>(undefined);
  useSignalEffect(() => {
    const seq = of.selection.selected.value;
    const scale = of.viewport.scale.value;
    if (seq === undefined) revealed.current = undefined;
    if (seq === undefined || seq === revealed.current || seq >= scale.total || scale.height === 0) return;
    const element = scroller.current;
    if (!element) return;
    const isNear = revealed.current !== undefined && Math.abs(seq - revealed.current) <= of.viewport.pageRows();
    revealed.current = seq;
    const target = scrollTo(scale, seq, element.scrollTop, !isNear);
    if (target !== element.scrollTop) element.scrollTop = target;
  });
}

function seqAt({ target }: Event): Seq | undefined {
  const row = target instanceof Element ? target.closest('[data-seq]') : null;
  const digits = row?.getAttribute('data-seq');
  return digits ? seqOf(Number(digits)) : undefined;
}

/** For the eye: each cell says in words what it holds. */
function ColumnHeads() {
  return (
    <div class="row column-heads" aria-hidden="true">
      <span class="cell-seq">#</span>
      <span class="cell-time">time</span>
      <span class="cell-wire">
        <span class="wire-head" data-of="client">
          client
        </span>
        <span class="wire-head" data-of="agent">
          agent
        </span>
      </span>
      <span class="cell-title">method</span>
      <span class="cell-id">id</span>
      <span class="cell-summary">what</span>
      <span class="cell-duration">duration</span>
      <span class="cell-size">size</span>
      <span class="cell-findings" />
    </div>
  );
}
