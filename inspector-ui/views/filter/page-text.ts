import { adoptStyle } from '../../components/adopt-style.ts';

/** Places where a text stands in the shown text below an element, in order; ignores case. */
export function rangesOf(element: Element, text: string): readonly Range[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return runsOf(element).flatMap((nodes) => {
    const content = nodes.map((node) => lowered(node.data)).join('');
    const ranges: Range[] = [];
    for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(...placeIn(nodes, at));
      range.setEnd(...placeIn(nodes, at + wanted.length - 1, 1));
      if (range.startContainer.parentElement?.checkVisibility({ visibilityProperty: true })) ranges.push(range);
    }
    return ranges;
  });
}

/** Scrolls the boxes between a range and an element around it, so that the boxes show the range. */
export function scrollBoxes(range: Range, around: Element): void {
  for (let box = range.startContainer.parentElement; box && box !== around; box = box.parentElement) {
    const inner = range.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
    if (inner.left < outer.left || inner.right > outer.right)
      box.scrollLeft += inner.left - outer.left - outer.width / 2;
  }
}

/** The places in a windowed list that are to be seen: not behind an edge of the list, nor of a text that is cut. */
export function rangesInSight(list: Element, text: string): readonly Range[] {
  const { top, bottom } = list.getBoundingClientRect();
  const isIn = (range: Range, item: Element) => {
    const box = range.getBoundingClientRect();
    if (box.top < top || box.bottom > bottom) return false;
    let around = range.startContainer.parentElement;
    while (around && around !== item && around.getBoundingClientRect().right >= box.right - 1)
      around = around.parentElement;
    return around === item;
  };
  return [...list.querySelectorAll('.windowed-shown > *')].flatMap((item) => {
    const box = item.getBoundingClientRect();
    return box.bottom <= top || box.top >= bottom ? [] : rangesOf(item, text).filter((range) => isIn(range, item));
  });
}

/** Text that is in the document but not to be seen. */
const UNSEEN = 'select, datalist, .visually-hidden';

/** Text nodes of one element that follow each other: `<wbr>` stands between parts of a name. */
function runsOf(element: Element): readonly (readonly Text[])[] {
  const runs: Text[][] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(UNSEEN)) continue;
    const last = runs.at(-1);
    if (last?.[0]?.parentNode === node.parentNode) last?.push(node);
    else runs.push([node]);
  }
  return runs;
}

/** In lower case if that has the same length, which almost all letters keep. */
const lowered = (text: string) => (text.toLowerCase().length === text.length ? text.toLowerCase() : text);

function placeIn(nodes: readonly Text[], at: number, after = 0): [Text, number] {
  let left = at;
  for (const node of nodes) {
    if (left < node.length) return [node, left + after];
    left -= node.length;
  }
  throw new Error('the place is behind the text');
}

/** The look of marks. In use only while there are some, because it makes a style for each element of the page. */
const LOOK = `
  ::highlight(found), ::highlight(sought) { background: var(--mark-back); color: var(--mark-text); }
  ::highlight(found-now) { background: var(--warning-fill); color: var(--on-warning-fill); }
`;
let look: CSSStyleSheet | undefined;

/**
 * Marks text. `found`: all hits of Find, `found-now`: the current hit, `sought`: the text of Find in an opened entry.
 * Browsers without highlights show no marks.
 */
export function highlight(name: 'found' | 'found-now' | 'sought', ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else {
    const marks = new Highlight(...ranges);
    marks.priority = name === 'found-now' ? 1 : 0;
    CSS.highlights.set(name, marks);
  }
  if (!look) {
    look = new CSSStyleSheet();
    look.replaceSync(LOOK);
  }
  adoptStyle(look, CSS.highlights.size > 0);
}

/**
 * Calls `draw` now and, once a frame, after each change of an element's content, until the returned function. Also after
 * scrolling, with `scrolls`.
 */
export function afterChanges(element: Element, draw: () => void, scrolls = false): () => void {
  let frame: number | undefined;
  const later = () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      draw();
    });
  };
  const observer = new MutationObserver(later);
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  if (scrolls) element.addEventListener('scroll', later, true);
  draw();
  return () => {
    observer.disconnect();
    element.removeEventListener('scroll', later, true);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}
