import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Find } from '../../state/filter/find.ts';
import type { View } from '../view.ts';
import { afterChanges, highlight, rangesInSight, rangesOf } from './page-text.ts';

/** Marks and counts the places with the searched text that a view shows. Goes to the place of a search without hits. */
export function usePlaces(find: Find, view: View, bar: RefObject<HTMLElement | null>): void {
  const text = find.text.value;
  useLayoutEffect(() => {
    const shown = bar.current?.parentElement?.querySelector('.view');
    if (!shown) return;
    let places: readonly Range[] = [];
    /** Returns the marked place. */
    const mark = () => {
      const range = places[find.place.peek() ?? -1];
      highlight('found-now', range ? [range] : []);
      return range;
    };
    const draw = () => {
      const list = shown.querySelector('.windowed-list');
      places = !view.isWindowed ? rangesOf(shown, text) : list ? rangesInSight(list, text) : [];
      highlight('found', places);
      find.recount(places.length);
      if (find.place.peek() !== undefined) mark();
    };
    const stopMarking = afterChanges(shown, draw, view.isWindowed);
    let isThere = false;
    const stopGoing = effect(() => {
      const isAtPlace = find.place.value !== undefined;
      const range = isAtPlace || isThere ? mark() : undefined; // views mark their own hits
      isThere = isAtPlace;
      if (!view.isWindowed) range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    });
    return () => {
      stopGoing();
      stopMarking();
      highlight('found', []);
      highlight('found-now', []);
    };
  }, [text, view]);
}

/** For views that show all they have: Find goes through the places. */
export function usePlacesOnly({ searchIn }: Find): void {
  useLayoutEffect(() => searchIn(() => ({ ordinal: 0, count: 0 })), [searchIn]);
}
