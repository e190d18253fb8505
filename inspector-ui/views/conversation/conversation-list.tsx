import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { WindowedList } from '../../components/windowed-list.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { parseInstant } from '../../text/time.ts';
import { afterChanges, highlight, scrollBoxes } from '../filter/page-text.ts';
import type { CardContext } from './card-context.ts';
import { CardFrame } from './card-frame.tsx';
import { cardName } from './conversation-rows.ts';
import { placesOf, type ConversationState } from './conversation-state.ts';
import './conversation-list.css';

/** Minimum width in pixels for two texts side by side. */
const WIDE = 900;

interface ConversationListProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly state: ConversationState;
}

/** The cards of a conversation. Their heights are measured. */
export function ConversationList({ inspector, opened, state }: ConversationListProps) {
  const { conversation, place, walk, follow, folds, open } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  const [from, to] = [place.from.value, place.to.value];
  void conversation.version.value; // cards are read from the cache below
  const observer = useCardHeights(state);

  const fit = (element: HTMLElement) => {
    place.resized(element.clientHeight);
    setIsWide(element.clientWidth >= WIDE);
  };
  useLayoutEffect(() => {
    if (scroller.current) fit(scroller.current);
  }, [place]);
  useEffect(() => conversation.show(from, to), [conversation, from, to]);
  // Runs after every render: heights of cards above may have changed.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && Math.abs(element.scrollTop - place.top.value) >= 1) element.scrollTop = place.top.value;
  }, [place.top.value, place.whole.value]);

  const held = inspector.takingPart.heldEntries(opened.recording);
  const openFile = (file: string) => inspector.router.go({ recording: opened.recording, view: 'files', file });
  const context: CardContext = {
    recording: opened.recording,
    isLive: opened.isLive.value,
    held,
    isWide,
    folds,
    open,
    openFile,
  };
  const sought = opened.find.isOpen.value ? opened.find.text.value : '';
  useFoundPlace(scroller, sought, state);
  const pick = ({ target }: MouseEvent) => {
    const card = target instanceof Element ? target.closest('[data-index]') : null;
    const isControl = target instanceof Element && target.closest('a, button, summary, select') !== null;
    if (card && !isControl) walk.choose(Number(card.getAttribute('data-index')));
  };
  return (
    <WindowedList
      scroller={scroller}
      shown={place}
      id="conversation"
      class="conversation-scroll"
      data-testid="conversation"
      role="feed"
      aria-label="Cards"
      aria-busy={conversation.total.value === undefined}
      tabIndex={0}
      onResize={fit}
      onScrolled={(scrollTop) => follow.scrolled(place.scrolled(scrollTop, opened.isLive.peek()))}
      onClick={pick}
    >
      {(index) => {
        const card = conversation.cardAt(index);
        return (
          <CardFrame
            key={card ? cardName(card) : index}
            index={index}
            total={conversation.total.value ?? 0}
            card={card}
            context={sought !== '' && index === walk.current.value ? { ...context, sought } : context}
            timeMode={inspector.timeMode.value}
            startedAt={parseInstant(opened.summary.value.startedAt)}
            before={conversation.cardAt(index - 1)?.t}
            sessions={conversation.session.value === undefined ? opened.axis.sessions.value : []}
            isCurrent={index === walk.current.value}
            observer={observer}
          />
        );
      }}
    </WindowedList>
  );
}

/** Marks the place that Find is at, and scrolls to each new one. */
function useFoundPlace(
  list: RefObject<HTMLElement | null>,
  sought: string,
  { walk, hit, place }: ConversationState,
): void {
  const current = walk.current.value;
  const { value: now } = hit;
  const reached = useRef(now);
  useLayoutEffect(() => {
    if (!list.current || !now || sought !== now.text) return;
    const stop = afterChanges(list.current, () => {
      const { card, places } = placesOf(now);
      const range = places[Math.min(now.at, places.length - 1)];
      highlight('found-now', range ? [range] : []);
      if (!card || !range || reached.current === now) return;
      reached.current = now;
      scrollBoxes(range, card);
      const { top, height } = range.getBoundingClientRect();
      place.revealPart(Number(card.dataset['index']), top - card.getBoundingClientRect().top, height);
    });
    return () => {
      stop();
      highlight('found-now', []);
    };
  }, [sought, current, now]);
}

/** Measures the rendered cards. */
function useCardHeights({ place }: ConversationState): ResizeObserver {
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) =>
        place.measure(
          entries.flatMap(({ target, borderBoxSize }) => {
            const index = Number(target.getAttribute('data-index'));
            const height = borderBoxSize[0]?.blockSize ?? 0;
            return target.isConnected && height > 0 ? [{ index, height }] : [];
          }),
        ),
      ),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  return observer;
}
