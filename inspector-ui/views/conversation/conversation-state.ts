import { computed, effect, signal, untracked } from '@preact/signals';
import { readSavedPosition, type SavedPosition } from '../../state/conversation/saved-position.ts';
import { createConversationScroll } from '../../state/conversation/conversation-scroll.ts';
import { createCardFind, type CardHit } from '../../state/conversation/card-find.ts';
import { createCardNavigation } from '../../state/conversation/card-navigation.ts';
import { createConversation } from '../../state/conversation/conversation.ts';
import { createFollow } from '../../state/list/follow.ts';
import { rangesOf } from '../filter/page-text.ts';
import type { ViewProps } from '../view.ts';
import { createFolds } from './card-context.ts';

/** State of the view while it is shown. */
export function createConversationState({ inspector, opened }: ViewProps) {
  const { selected, select } = opened.selection;
  const { backend, startTimer } = inspector;
  const before = readSavedPosition(inspector.router.kept());
  const conversation = createConversation(opened.recording, {
    backend,
    startTimer,
    q: opened.look.q,
    session: before?.session,
  });
  const total = computed(() => conversation.total.value ?? 0);
  const place = createConversationScroll(total, before && { index: before.card, above: before.above });
  const follow = createFollow(total, opened.isLive, selected.peek() === undefined && !before);
  const open = (seq: Parameters<typeof select>[0]) => {
    if (seq !== undefined) inspector.inspect(seq);
  };
  const walk = createCardNavigation({
    conversation,
    place,
    selected,
    select,
    lead: (going) => void opened.arrival.lead(going),
    open,
    isRestored: before !== undefined,
    follow: { toggle: follow.toggle, isLive: () => opened.isLive.peek() },
  });
  const find = createCardFind({
    recording: opened.recording,
    backend,
    q: opened.look.q,
    session: conversation.session,
    selected,
    select,
    countPlaces: (hit) => placesOf(hit).places.length,
  });
  /** Number of cards when the list was first seen or following stopped: later cards are new. */
  const met = signal<number | undefined>(undefined);
  return {
    conversation,
    place,
    follow,
    walk,
    /** Number of cards that arrived since following stopped. */
    unseen: computed(() => (opened.isLive.value ? Math.max(total.value - (met.value ?? total.value), 0) : 0)),
    open,
    folds: createFolds(),
    /** The place that Find is at. */
    hit: find.hit,
    /** Handles keys until the returned function is called. */
    start: () => {
      const stopKeys = inspector.handle('conversation', walk.perform);
      let list = conversation.list.peek();
      const stopFollowing = effect(() => {
        if (conversation.list.value !== list) {
          list = conversation.list.value;
          met.value = undefined;
          untracked(place.reset);
        }
        met.value = follow.on.value ? undefined : (met.peek() ?? conversation.total.value);
        if (follow.on.value) untracked(place.toEnd);
      });
      const stopKeeping = effect(() => {
        const { index: card, above } = place.anchor.value;
        const session = conversation.session.value;
        const isFresh = follow.on.value || (card === 0 && above === 0 && session === undefined);
        const kept: SavedPosition | undefined = isFresh ? undefined : { session, card, above };
        if (opened.view.peek() === 'conversation') untracked(() => inspector.router.keep(kept));
      });
      const stopFinding = opened.find.searchIn(find.search);
      return () => {
        stopFinding();
        stopKeys();
        stopFollowing();
        stopKeeping();
        walk.dispose();
        conversation.dispose();
      };
    },
  };
}

/** The card of a hit while it is drawn as the current one, and its places with the text. */
export function placesOf({ seq, text }: CardHit): {
  readonly card: HTMLElement | null;
  readonly places: readonly Range[];
} {
  const card = document.querySelector<HTMLElement>(`#conversation [aria-current][data-seq="${seq}"]`);
  return { card, places: card ? rangesOf(card, text) : [] };
}

export type ConversationState = ReturnType<typeof createConversationState>;
