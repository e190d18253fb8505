import { useLayoutEffect, useMemo } from 'preact/hooks';
import { Message } from '../../components/message.tsx';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { sessionNumber } from '../../text/session-number.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toHiddenText, toShownText } from '../filter/hidden-rows.ts';
import type { ViewProps } from '../view.ts';
import { ConversationList } from './conversation-list.tsx';
import { createConversationState, type ConversationState } from './conversation-state.ts';
import './conversation-view.css';

/** The recording as the user of the editor saw it: a card for each message, action and question. */
export function ConversationView({ inspector, opened }: ViewProps) {
  const state = useMemo(() => createConversationState({ inspector, opened }), [inspector, opened]);
  const { conversation, follow, unseen } = state;
  useLayoutEffect(() => state.start(), [state]);
  const failure = conversation.failure.value;
  const total = conversation.total.value;
  const unfiltered = conversation.unfiltered.value ?? 0;
  return (
    <section class="fill-column" aria-label="Conversation">
      <SessionChoice state={state} opened={opened} />
      {total !== undefined && total > 0 && total < unfiltered && (
        <p class="aside conversation-shown" role="status">
          {toShownText(total, unfiltered, 'card')}{' '}
          <button type="button" class="link-button" onClick={opened.look.clear}>
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
            <p>
              {toHiddenText(unfiltered, 'card', { applied: opened.look.applied.value, range: opened.look.range.value })}
            </p>
            <button type="button" class="plain-button" onClick={opened.look.clear}>
              Show all
            </button>
          </Message>
        ) : total === 0 ? (
          <Message title="No messages">
            <p>
              {opened.isLive.value
                ? 'The first prompt, answer or session appears here.'
                : 'No session was opened on this connection.'}
            </p>
          </Message>
        ) : (
          <ConversationList inspector={inspector} opened={opened} state={state} />
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

/** Chooses the shown session, if there are several. */
function SessionChoice({ state, opened }: { readonly state: ConversationState; readonly opened: OpenedRecording }) {
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
            {sessionNumber(session, opened.axis.sessions.value) ?? '–'}: {toVisibleLine(session)}
          </option>
        ))}
      </select>
    </label>
  );
}
