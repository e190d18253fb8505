import { useSignalEffect } from '@preact/signals';
import { useNextTask } from '../../components/use-next-task.ts';
import { useLastMoment } from '../../components/use-last-moment.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { FindBar } from '../filter/find-bar.tsx';
import { OverviewStrip } from '../overview/overview-strip.tsx';
import { FindingNews } from './finding-news.tsx';
import { HeldStrip } from '../live/held-strip.tsx';
import { TimelineView } from '../timeline/timeline-view.tsx';
import { VIEWS } from '../views.ts';
import { LazyView } from '../../components/lazy-view.tsx';
import { RecordingComments } from './recording-comments.tsx';
import { RecordingHead } from './recording-head.tsx';
import { StateLine } from './state-line.tsx';
import { ViewTabs } from './view-tabs.tsx';
import './recording-panel.css';

interface PanelProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
}

/** One recording: head, state, tabs and the current view. */
export function RecordingPanel({ inspector, opened }: PanelProps) {
  const now = useLastMoment(inspector, opened);
  useSignalEffect(() => opened.axis.tick(now.value));
  const isBodyDue = useNextTask();
  const view = VIEWS.find(({ name }) => name === opened.view.value) ?? VIEWS[0];
  return (
    <main class="fill-column pane recording-panel" data-view={opened.view.value}>
      <RecordingHead inspector={inspector} opened={opened} />
      <RecordingComments opened={opened} />
      <HeldStrip inspector={inspector} opened={opened} />
      <StateLine inspector={inspector} opened={opened} />
      <ViewTabs inspector={inspector} opened={opened} />
      {isBodyDue && view?.isFiltered && (
        <>
          <FilterBar inspector={inspector} opened={opened} isOfRows={view.isOfRows} />
          <OverviewStrip inspector={inspector} opened={opened} isOfRows={view.isOfRows} />
        </>
      )}
      {view && opened.find.isOpen.value && <FindBar inspector={inspector} opened={opened} view={view} />}
      <div class="fill-column view">
        {isBodyDue && view && <View view={view} inspector={inspector} opened={opened} />}
      </div>
      <FindingNews inspector={inspector} opened={opened} />
    </main>
  );
}

function View({ view, ...props }: PanelProps & { readonly view: (typeof VIEWS)[number] }) {
  return view.name === 'timeline' ? <TimelineView {...props} /> : <LazyView key={view.name} view={view} {...props} />;
}
