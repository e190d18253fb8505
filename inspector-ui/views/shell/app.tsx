import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { toCommand, type Press } from '../../state/commands.ts';
import type { Inspector } from '../../state/inspector.ts';
import { DetailPanel } from '../detail/detail-panel.tsx';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { HelpOverlay } from '../help/help-overlay.tsx';
import { RecordingsPanel } from '../recordings/recordings-panel.tsx';
import { TimelinePanel } from '../timeline/timeline-panel.tsx';
import { Banner } from './banner.tsx';
import { focusSoon } from './focus-soon.ts';
import { NoRecording } from './no-recording.tsx';
import { toConnectionRow, toDocumentTitle } from './shell-rows.ts';
import './app.css';

/** The page: recordings, the timeline of one, the detail of one entry. On narrow screens one of the three at a time. */
export function App({ inspector }: { inspector: Inspector }) {
  const { opened, router, isHelpOpen, notice } = inspector;
  const of = opened.value;
  const areFindingsShown = of?.areFindingsShown.value ?? false;
  const hasDetail =
    of !== undefined && !areFindingsShown && of.isDetailOpen.value && of.selection.selected.value !== undefined;
  const pane = router.route.value.recording === undefined ? 'recordings' : hasDetail ? 'detail' : 'timeline';

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? undefined : toCommand(toPress(event));
      if (!command) return;
      event.preventDefault();
      inspector.perform(command);
      if (command === 'open') focusSoon('detail');
      if (command === 'back' || command === 'view') focusSoon('timeline', 'findings');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [inspector]);
  useSignalEffect(() => {
    document.title = toDocumentTitle(opened.value?.summary.value);
  });

  return (
    <div class="app" data-pane={pane} data-status={toConnectionRow(inspector.connection.value).status}>
      <Banner inspector={inspector} />
      <RecordingsPanel inspector={inspector} />
      {of ? (
        areFindingsShown ? (
          <FindingsPanel key={of.timeline.recording} inspector={inspector} of={of} />
        ) : (
          <TimelinePanel key={of.timeline.recording} inspector={inspector} of={of} />
        )
      ) : (
        <NoRecording inspector={inspector} />
      )}
      {hasDetail && <DetailPanel inspector={inspector} of={of} />}
      {isHelpOpen.value && <HelpOverlay onClose={() => inspector.perform('help')} />}
      <p class="notice" role="status" data-shown={notice.value !== ''}>
        {notice.value}
      </p>
    </div>
  );
}

function toPress(event: KeyboardEvent): Press {
  const target = event.target instanceof Element ? event.target : document.body;
  const where = target.closest('input, textarea, select, [contenteditable]')
    ? 'typing'
    : target.closest('[data-keys="own"]')
      ? 'region'
      : target.closest('button, a, [role="tab"]')
        ? 'control'
        : 'page';
  return { key: event.key, modified: event.ctrlKey || event.metaKey || event.altKey, where };
}
