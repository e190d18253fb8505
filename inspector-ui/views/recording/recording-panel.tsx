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
  readonly of: OpenedRecording;
}

/** One recording: head, state, tabs and the current view. */
export function RecordingPanel({ inspector, of }: PanelProps) {
  const now = useLastMoment(inspector, of);
  useSignalEffect(() => of.axis.tick(now.value));
  const isBodyDue = useNextTask();
  const view = VIEWS.find(({ name }) => name === of.view.value) ?? VIEWS[0];
  return (
    <main class="fill-column pane recording-panel" data-view={of.view.value}>
      <RecordingHead inspector={inspector} of={of} />
      <RecordingComments of={of} />
      <HeldStrip inspector={inspector} of={of} />
      <StateLine inspector={inspector} of={of} />
      <ViewTabs inspector={inspector} of={of} />
      {isBodyDue && view?.isFiltered && (
        <>
          <FilterBar inspector={inspector} of={of} isOfRows={view.isOfRows} />
          <OverviewStrip inspector={inspector} of={of} isOfRows={view.isOfRows} />
        </>
      )}
      {view && of.find.isOpen.value && <FindBar inspector={inspector} of={of} view={view} />}
      <div class="fill-column view">{isBodyDue && view && <View view={view} inspector={inspector} of={of} />}</div>
      <FindingNews inspector={inspector} of={of} />
    </main>
  );
}

function View({ view, ...props }: PanelProps & { readonly view: (typeof VIEWS)[number] }) {
  return view.name === 'timeline' ? <TimelineView {...props} /> : <LazyView key={view.name} view={view} {...props} />;
}
