import { useRef } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { DetailBodyView } from './detail-body.tsx';
import { PaneHandle } from '../../components/pane-handle.tsx';
import { DetailHeadView } from './detail-head.tsx';
import './detail-panel.css';

/** The selected entry: the head at once, the body when it is fetched. */
export function DetailPanel({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const detail = opened.detail.detail.value;
  const panel = useRef<HTMLElement>(null);
  return (
    <aside ref={panel} id="detail" class="fill-column pane detail" aria-label="Entry" tabIndex={-1}>
      <PaneHandle inspector={inspector} name="detail" edge="start" pane={panel} />
      <DetailHeadView inspector={inspector} opened={opened} />
      {detail.kind === 'ready' && (
        <DetailBodyView key={detail.seq} inspector={inspector} opened={opened} entry={detail.entry} />
      )}
      {detail.kind === 'loading' && <Loading />}
      {detail.kind === 'failed' && (
        <Message title="This entry could not be loaded">
          <p>{detail.reason}</p>
          {!detail.isMissing && (
            <button type="button" class="plain-button" onClick={opened.detail.retry}>
              Try again
            </button>
          )}
        </Message>
      )}
    </aside>
  );
}
