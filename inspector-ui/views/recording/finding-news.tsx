import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCounted } from '../../text/size.ts';
import { focusSoon } from '../../components/focus-soon.ts';
import './finding-news.css';

/** New findings of a live recording, over the end of the view: nothing moves. Leads to the first of the worst grade. */
export function FindingNews({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const { news, dismiss } = opened.findingNews;
  const found = news.value;
  const follow = () => {
    const seq = found?.first?.seq;
    dismiss();
    if (seq === undefined) inspector.perform('view-findings');
    else inspector.visit(seq);
    focusSoon('timeline', 'findings');
  };
  const text = found ? formatCounted(found.count, 'new finding') : '';
  return (
    <div class="finding-news" data-grade={found?.worst} data-shown={found !== undefined}>
      <span class="visually-hidden" role="status" data-testid="finding-news">
        {[text, found?.first?.text ?? []].flat().join(', ')}
      </span>
      {found && (
        <>
          <button type="button" class="bare-button finding-news-text" title={found.first?.text} onClick={follow}>
            <strong class="graded" data-grade={found.worst}>
              {text}
            </strong>{' '}
            {found.first?.text}
          </button>
          <button
            type="button"
            class="bare-button finding-news-close"
            aria-label="Dismiss new findings"
            onClick={dismiss}
          >
            ×
          </button>
        </>
      )}
    </div>
  );
}
