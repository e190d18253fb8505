import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { clamp } from '#core/clamp.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Command } from '../page/commands.ts';
import type { ConversationScroll } from './conversation-scroll.ts';
import type { Conversation } from './conversation.ts';

export interface CardNavigationPorts {
  readonly conversation: Conversation;
  readonly place: ConversationScroll;
  /** The selected entry, shared by all views of the recording. */
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq | undefined) => void;
  /** Holds keys back until the card of an entry is found. */
  readonly lead: (going: Promise<void>) => void;
  /** Opens an entry beside the conversation. */
  readonly open: (seq: Seq) => void;
  /** True when the scroll position was restored: then the first selected entry is not scrolled into sight. */
  readonly isRestored: boolean;
  readonly follow: { readonly toggle: () => void; readonly isLive: () => boolean };
}

/** Cards a page key moves by. */
const PAGE = 5;

/**
 * Moves from card to card. The current card is the one with the selected entry, so that the timeline and links lead to
 * the same place. Moving to a card selects its first entry.
 */
export function createCardNavigation({
  conversation,
  place,
  selected,
  select,
  lead,
  open,
  isRestored,
  follow,
}: CardNavigationPorts) {
  const current = signal<number | undefined>(undefined);
  /** The entry that a move to a card has selected: its card is known, so the server is not asked. */
  let own: Seq | undefined;
  /** A card that is being fetched, to be selected when it arrives. */
  let awaited: number | undefined;
  let list = conversation.list.peek();
  let leaves = isRestored ? selected.peek() : undefined; // the selected entry after a restore: not scrolled to

  const settle = (index: number) => {
    const card = conversation.cardAt(index);
    awaited = card ? undefined : index;
    if (!card) return;
    own = seqOf(card.first);
    select(own);
  };
  const goTo = (index: number) => {
    const last = (conversation.total.peek() ?? 0) - 1;
    if (last < 0) return;
    current.value = clamp(index, 0, last);
    place.reveal(current.value, true);
    settle(current.value);
  };
  const goBy = (step: number) => {
    const at = current.peek();
    goTo(at === undefined ? place.first() : at + step);
  };
  const find = (step: 1 | -1, passes: (index: number) => boolean | undefined) => {
    const total = conversation.total.peek() ?? 0;
    for (let index = (current.peek() ?? place.first() - step) + step; index >= 0 && index < total; index += step) {
      const found = passes(index);
      if (found === undefined) return goTo(index); // not fetched yet: stops here
      if (found) return goTo(index);
    }
  };
  const isPrompt = (index: number) => {
    const card = conversation.cardAt(index);
    return card && card.kind === 'prompt';
  };
  const isFound = (index: number) => {
    const card = conversation.cardAt(index);
    return card && card.findings !== null;
  };

  const goWhere = async (seq: Seq) => {
    const index = await conversation.locate(seq);
    if (index === undefined || selected.peek() !== seq) return;
    if (seq !== leaves) place.reveal(index, current.peek() !== undefined);
    leaves = undefined;
    current.value = index;
  };
  const stopSelecting = effect(() => {
    const seq = selected.value;
    const isOther = conversation.list.value !== list;
    list = conversation.list.value;
    untracked(() => {
      if (isOther) {
        own = undefined;
        awaited = undefined;
        current.value = undefined;
      }
      if (seq === undefined) return void (current.value = undefined);
      if (seq === own) return;
      own = undefined;
      lead(goWhere(seq));
    });
  });
  const stopAwaiting = effect(() => {
    void conversation.version.value;
    untracked(() => {
      if (awaited !== undefined && awaited === current.peek()) settle(awaited);
    });
  });

  return {
    current: current as ReadonlySignal<number | undefined>,
    /** Makes a card the current one without scrolling. */
    choose: (index: number) => {
      current.value = index;
      settle(index);
    },
    /** Returns false if this view does not handle the command. */
    perform: (command: Command): boolean => {
      const card = conversation.cardAt(current.peek() ?? -1);
      switch (command) {
        case 'down':
          goBy(1);
          return true;
        case 'up':
          goBy(-1);
          return true;
        case 'page-down':
          goBy(PAGE);
          return true;
        case 'page-up':
          goBy(-PAGE);
          return true;
        case 'first':
          goTo(0);
          return true;
        case 'last':
          goTo(Number.MAX_SAFE_INTEGER);
          return true;
        case 'next-turn':
          find(1, isPrompt);
          return true;
        case 'previous-turn':
          find(-1, isPrompt);
          return true;
        case 'next-error':
          find(1, isFound);
          return true;
        case 'previous-error':
          find(-1, isFound);
          return true;
        case 'open':
          if (card) open(selected.peek() ?? seqOf(card.first));
          return true;
        case 'follow':
          if (follow.isLive()) follow.toggle();
          return follow.isLive();
        default:
          return false;
      }
    },
    dispose: () => {
      stopSelecting();
      stopAwaiting();
    },
  };
}
