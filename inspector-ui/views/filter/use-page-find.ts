import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { afterChanges, highlight, rangesOf } from './page-text.ts';

/** Lets Find search the text of a page that shows all it has. */
export function usePageFind({ find }: OpenedRecording, page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return;
    /** The hit that the user is at. */
    let now = 0;
    let stop = () => {};
    const clear = () => {
      stop();
      highlight('found-now', []);
    };
    const stopFinding = find.searchIn((text, step) => {
      stop();
      const before = rangesOf(element, text).length;
      now = step === 0 || before === 0 ? 0 : (now + step + before) % before;
      let isNew = true;
      stop = afterChanges(element, () => {
        const ranges = rangesOf(element, text);
        const range = ranges[now];
        highlight('found-now', range ? [range] : []);
        if (isNew) range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
        isNew = false;
        find.recount({ ordinal: range ? now + 1 : 0, count: ranges.length });
      });
      const { length } = rangesOf(element, text);
      return { ordinal: length > 0 ? now + 1 : 0, count: length };
    });
    const stopClearing = effect(() => {
      if (!find.isOpen.value) clear();
    });
    return () => {
      stopClearing();
      stopFinding();
      clear();
    };
  }, [find]);
}
