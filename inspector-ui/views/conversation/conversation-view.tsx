import { computed, effect, signal, untracked } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { Message } from '../../components/message.tsx';
import { readSavedPosition, type SavedPosition } from '../../state/conversation/saved-position.ts';
import { createConversationScroll } from '../../state/conversation/conversation-scroll.ts';
import { createCardNavigation } from '../../state/conversation/card-navigation.ts';
import { createConversation } from '../../state/conversation/conversation.ts';
import { createFollow } from '../../state/list/follow.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toHiddenText, toShownText } from '../filter/hidden-rows.ts';
import type { ViewProps } from '../views.ts';
import { createFolds } from './card-context.ts';
import { ConversationList } from './conversation-list.tsx';
import './conversation-view.css';

/** The recording as the user of the editor saw it: a card for each message, action and question. */
export function ConversationView({ inspector, of }: ViewProps) {
  const state = useMemo(() => createConversationState({ inspector, of }), [inspector, of]);
  const { conversation, follow, unseen } = state;
  useLayoutEffect(() => state.start(), [state]);
  const failure = conversation.failure.value;
  const total = conversation.total.value;
  const unfiltered = conversation.unfiltered.value ?? 0;
  return (
    <section class="fill-column" aria-label="Conversation">
      <SessionChoice state={state} />
      {total !== undefined && total > 0 && total < unfiltered && (
        <p class="aside conversation-shown" role="status">
          {toShownText(total, unfiltered, 'card')}{' '}
          <button type="button" class="link-button" onClick={of.look.clear}>
            Show all
          </button>
        </p>
      )}
      {failure !== undefined && (
        <p class="warning-line conversation-failure" role="alert">
          The conversation could not be loaded. {failure}{' '}
          <button type="button" class="plain-button" onClick={conversation.retry}>
            Try again
          </button>
        </p>
      )}
      <div class="fill-column">
        {total === 0 && unfiltered > 0 ? (
          <Message title="Nothing of this is shown">
            <p>{toHiddenText(unfiltered, 'card', { applied: of.look.applied.value, range: of.look.range.value })}</p>
            <button type="button" class="plain-button" onClick={of.look.clear}>
              Show all
            </button>
          </Message>
        ) : total === 0 ? (
          <Message title="Nothing was said">
            <p>
              {of.isLive.value
                ? 'The first prompt, answer or session appears here.'
                : 'No session was opened on this connection.'}
            </p>
          </Message>
        ) : (
          <ConversationList inspector={inspector} of={of} state={state} />
        )}
        {unseen.value > 0 && (
          <button type="button" class="floating-button new-cards" onClick={follow.resume}>
            ↓ {formatCount(unseen.value)} new
          </button>
        )}
      </div>
    </section>
  );
}

/** State of the view while it is shown. */
export function createConversationState({ inspector, of }: ViewProps) {
  const { selected, select } = of.selection;
  const { backend, startTimer } = inspector;
  const before = readSavedPosition(inspector.router.kept());
  const conversation = createConversation(of.recording, {
    backend,
    startTimer,
    q: of.look.q,
    session: before?.session,
  });
  const total = computed(() => conversation.total.value ?? 0);
  const place = createConversationScroll(total, before && { index: before.card, above: before.above });
  const follow = createFollow(total, of.isLive, selected.peek() === undefined && !before);
  const open = (seq: Parameters<typeof select>[0]) => {
    if (seq !== undefined) inspector.inspect(seq);
  };
  const walk = createCardNavigation({
    conversation,
    place,
    selected,
    select,
    open,
    isRestored: before !== undefined,
    follow: { toggle: follow.toggle, isLive: () => of.isLive.peek() },
  });
  /** Number of cards when the list was first seen or following stopped: later cards are new. */
  const met = signal<number | undefined>(undefined);
  return {
    conversation,
    place,
    follow,
    walk,
    /** Number of cards that arrived since following stopped. */
    unseen: computed(() => (of.isLive.value ? Math.max(total.value - (met.value ?? total.value), 0) : 0)),
    open,
    folds: createFolds(),
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
        if (of.view.peek() === 'conversation') untracked(() => inspector.router.keep(kept));
      });
      return () => {
        stopKeys();
        stopFollowing();
        stopKeeping();
        walk.dispose();
        conversation.dispose();
      };
    },
  };
}

export type ConversationState = ReturnType<typeof createConversationState>;

/** Chooses the shown session, if there are several. */
function SessionChoice({ state }: { state: ConversationState }) {
  const { conversation } = state;
  const sessions = conversation.sessions.value;
  if (sessions.length < 2) return null;
  const choose = (event: Event) => {
    if (event.currentTarget instanceof HTMLSelectElement) conversation.choose(event.currentTarget.value || undefined);
  };
  return (
    <label class="aside head-line session-choice">
      Session
      <select class="raised" value={conversation.session.value ?? ''} onChange={choose}>
        <option value="">all {sessions.length}</option>
        {sessions.map((session) => (
          <option key={session} value={session}>
            {toVisibleLine(session)}
          </option>
        ))}
      </select>
    </label>
  );
}
