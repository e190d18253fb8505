import { useComputed, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { adoptStyle } from '../../components/adopt-style.ts';
import { useWidth } from '../../components/use-width.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { parseInstant } from '../../text/time.ts';
import type { AxisHeadProps } from './axis-head.tsx';
import { toAxisMarks, type TimeLabels } from './axis-rows.ts';
import { toGridlines } from './gridlines.ts';

/** Pixels of a wheel that double the scale. */
const WHEEL = 240;

/**
 * Draws the axis of the waterfall: the lines are rules of a style sheet, so that a move of the pointer renders no row.
 * Handles the pointer and the wheel over the waterfall.
 */
export function useAxis(
  box: RefObject<HTMLElement | null>,
  inspector: Inspector,
  opened: OpenedRecording,
): AxisHeadProps {
  const { axis } = opened;
  const head = useRef<HTMLSpanElement>(null);
  const pixels = useWidth(head);
  const labels: ReadonlySignal<TimeLabels> = useComputed(() => ({
    mode: inspector.timeMode.value,
    startedAt: parseInstant(opened.summary.value.startedAt),
  }));
  const marks = useComputed(() => toAxisMarks(axis.scale.value, axis.window.value, pixels.value, labels.value));

  const lines = useMemo(createLines, []);
  useLayoutEffect(() => lines.use(), [lines]);
  useSignalEffect(() => lines.draw(toGridlines(marks.value)));
  useSignalEffect(() => {
    const { from, to } = axis.window.value;
    const t = axis.pointer.value;
    const at = t === undefined ? -1 : (100 * (axis.scale.value.at(t) - from)) / (to - from);
    lines.point(at < 0 || at > 100 ? undefined : at);
  });

  useEffect(() => {
    // The box itself has no layout, so a listener on it could not keep the list from scrolling.
    const element = box.current?.parentElement;
    if (!element) return;
    const shareAt = (event: MouseEvent) => {
      const cell = event.target instanceof Element ? event.target.closest('.cell-waterfall') : null;
      if (!cell) return undefined;
      const { left, width } = cell.getBoundingClientRect();
      return (event.clientX - left) / Math.max(width, 1);
    };
    const point = (event: PointerEvent) => axis.point(shareAt(event));
    const leave = () => axis.point(undefined);
    const wheel = (event: WheelEvent) => {
      const at = shareAt(event);
      if (at === undefined) return;
      if (event.ctrlKey || event.metaKey) axis.zoom(2 ** (-event.deltaY / WHEEL), at);
      else if (axis.isZoomed.peek() && Math.abs(event.deltaX) > Math.abs(event.deltaY))
        axis.move(event.deltaX / Math.max(pixels.peek(), 1));
      else return;
      event.preventDefault();
    };
    element.addEventListener('pointermove', point);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      leave();
      element.removeEventListener('pointermove', point);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('wheel', wheel);
    };
  }, [axis]);

  return useMemo(() => {
    const zoomTo = (from: number, to: number) => {
      axis.zoomTo(from, to);
      opened.lookAtPosition(axis.window.peek().from);
    };
    return { box: head, pixels, axis, marks, labels, zoomTo };
  }, [opened, axis, marks, labels, pixels]);
}

/**
 * The lines through the cells of the waterfall. A rule of their own restyles those cells only; an inherited property
 * would restyle every element of all rows at each step of a scroll.
 */
function createLines() {
  const sheet = new CSSStyleSheet();
  const [cell, pointer] = ['.timeline-scroll .cell-waterfall', '.timeline-scroll .cell-waterfall::after'].map(
    (opened) => {
      const rule = sheet.cssRules[sheet.insertRule(`${opened} {}`, sheet.cssRules.length)];
      return rule instanceof CSSStyleRule ? rule.style : undefined;
    },
  );
  return {
    /** Applies the lines to the page until the returned function is called. */
    use: () => {
      adoptStyle(sheet, true);
      return () => adoptStyle(sheet, false);
    },
    draw: (gridlines: string) => cell?.setProperty('background', gridlines),
    /** `at`: percent of the width. */
    point: (at: number | undefined) => pointer?.setProperty('inset-inline-start', at === undefined ? '-2px' : `${at}%`),
  };
}
