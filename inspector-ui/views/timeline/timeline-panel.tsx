import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { formatCount } from '../../text/size.ts';
import { TimelineHead } from './timeline-head.tsx';
import { TimelineList } from './timeline-list.tsx';
import './timeline-panel.css';

/** One recording in the order it passed: who it is between, the list, and what the list cannot show yet. */
export function TimelinePanel({ inspector, of }: { inspector: Inspector; of: Opened }) {
  const { timeline, follow, isLive } = of;
  const failure = timeline.failure.value;
  return (
    <main class="pane timeline">
      <TimelineHead inspector={inspector} of={of} />
      <div class="timeline-body">
        <TimelineList inspector={inspector} of={of} />
        {timeline.total.value === 0 && (
          <p class="timeline-empty">
            {isLive.value
              ? 'Nothing has passed yet. The first frame appears here.'
              : 'Nothing passed on this connection.'}
          </p>
        )}
        {follow.unseen.value > 0 && (
          <button type="button" class="new-rows" onClick={follow.resume}>
            ↓ {formatCount(follow.unseen.value)} new
          </button>
        )}
      </div>
      {failure !== undefined && (
        <p class="timeline-failure" role="alert">
          Some rows could not be loaded. {failure}{' '}
          <button type="button" class="plain-button" onClick={timeline.retry}>
            Try again
          </button>
        </p>
      )}
    </main>
  );
}
