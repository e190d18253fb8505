import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { useClock } from '../../components/use-clock.ts';
import { isHeldCommand } from '../../state/live/held-commands.ts';
import { toCommand, type Command, type KeyPress } from '../../state/page/commands.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { CopyMenu } from '../copy/copy-menu.tsx';
import { DetailPanel } from '../detail/detail-panel.tsx';
import { DropZone } from '../drop/drop-zone.tsx';
import { HelpOverlay } from '../help/help-overlay.tsx';
import { LazyView } from '../../components/lazy-view.tsx';
import { MarksOverlay } from '../recording/marks-overlay.tsx';
import { RecordingPanel } from '../recording/recording-panel.tsx';
import { Palette } from '../palette/palette.tsx';
import { RecordingMenu } from '../recordings/recording-menu.tsx';
import { RecordingsPanel } from '../recordings/recordings-panel.tsx';
import { toRecordingRow } from '../recordings/recording-rows.ts';
import { Banner } from './banner.tsx';
import { focusSoon } from '../../components/focus-soon.ts';
import { NoRecording } from './no-recording.tsx';
import { setPaneWidths } from '../../components/pane-handle.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { toConnectionRow } from '../recordings/connection-row.ts';
import { toDocumentTitle } from './document-title.ts';
import './app.css';

/** The page: recordings, the open recording, the detail of an entry. Narrow screens show one of the three. */
export function App({ inspector }: { inspector: Inspector }) {
  const { opened, router, overlay, notice, takingPart, recordings, recordingMarks } = inspector;
  const chosen = recordings.byId(recordingMarks.chosen.value?.id);
  const recording = opened.value;
  const formToShare = useSignal('');
  const hasDetail = recording !== undefined && isDetailShown(recording);
  const pane = router.route.value.recording === undefined ? 'recordings' : hasDetail ? 'detail' : 'recording';

  // Before the first paint: users may press a key as soon as they see rows.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? undefined : toCommand(toPress(event));
      if (!command) return;
      event.preventDefault();
      if (event.repeat && isHeldCommand(command)) return; // each frame is a decision
      performAndFocus(inspector, command);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [inspector]);
  // Not in the key handler: the command may wait for an entry that is being fetched.
  useSignalEffect(() => {
    if (inspector.detailCalls.value > 0) focusSoon('detail');
  });
  const isWaited = useComputed(() => {
    const summary = opened.value?.summary.value;
    return summary?.state === 'live' && summary.waiting.length > 0;
  });
  const clock = useClock(inspector, isWaited.value);
  useSignalEffect(() => {
    const summary = opened.value?.summary.value;
    const held = summary && takingPart.agents.value.get(summary.id)?.heldCount;
    document.title = toDocumentTitle(summary, clock.value, held);
  });
  useSignalEffect(() => {
    document.documentElement.dataset['theme'] = inspector.theme.theme.value;
  });

  const isListHidden = router.route.value.recording !== undefined && inspector.layout.layout.value.isListHidden;

  useSignalEffect(() => setPaneWidths(document.documentElement.style, inspector.layout.layout.value));

  // Nothing was shown yet: the whole page explains how to sign in.
  if (inspector.connection.value.kind === 'refused' && inspector.recordings.recordings.value === undefined)
    return <SignInPage />;
  return (
    <div
      class="app"
      data-pane={pane}
      data-list={isListHidden ? 'hidden' : 'shown'}
      data-status={toConnectionRow(inspector.connection.value).status}
    >
      <h1 class="visually-hidden">acptap</h1>
      <Banner inspector={inspector} />
      <RecordingsPanel inspector={inspector} />
      {recording ? (
        <RecordingPanel key={recording.recording} inspector={inspector} opened={recording} />
      ) : (
        <NoRecording inspector={inspector} />
      )}
      {hasDetail && <DetailPanel key={recording.recording} inspector={inspector} opened={recording} />}
      {overlay.value === 'help' && <HelpOverlay onClose={() => inspector.perform('help')} />}
      {overlay.value === 'palette' && (
        <Palette
          inspector={inspector}
          opened={recording}
          perform={(command) => performAndFocus(inspector, command)}
          share={(key) => {
            formToShare.value = key;
            inspector.openOverlay('copy-as');
          }}
        />
      )}
      {overlay.value === 'marks' && recording && <MarksOverlay inspector={inspector} opened={recording} />}
      {overlay.value === 'copy-as' && recording && (
        <CopyMenu inspector={inspector} opened={recording} first={formToShare} />
      )}
      {overlay.value === 'take-part' && recording && (
        <Dialog title="Take part" onClose={() => inspector.openOverlay(undefined)}>
          <LazyView view={TAKE_PART} inspector={inspector} opened={recording} />
        </Dialog>
      )}
      {overlay.value === 'add-frame' && recording && (
        <Dialog title="Add a frame" onClose={() => inspector.openOverlay(undefined)}>
          <LazyView view={ADD_FRAME} inspector={inspector} opened={recording} />
        </Dialog>
      )}
      {(overlay.value === 'edit' || overlay.value === 'answer') && recording && takingPart.edited.value && (
        <Dialog
          title={overlay.value === 'edit' ? 'Edit the held frame' : 'Answer the held request'}
          onClose={() => inspector.openOverlay(undefined)}
        >
          <LazyView view={EDIT_HELD} inspector={inspector} opened={recording} />
        </Dialog>
      )}
      {overlay.value === 'recording-menu' && chosen && <RecordingMenu inspector={inspector} recording={chosen} />}
      {(overlay.value === 'name' || overlay.value === 'comments') && chosen && (
        <Dialog
          title={`${overlay.value === 'name' ? 'Name of' : 'Comments on'} ${toRecordingRow(chosen, inspector.now()).title}`}
          onClose={() => inspector.openOverlay(undefined)}
        >
          <LazyView view={RECORDING_FORMS[overlay.value]} inspector={inspector} recording={chosen} />
        </Dialog>
      )}
      {overlay.value === 'comment' && recording && (
        <Dialog
          title={`Comment on #${recording.selection.selected.value}`}
          onClose={() => inspector.openOverlay(undefined)}
        >
          <LazyView view={ENTRY_COMMENT} inspector={inspector} opened={recording} />
        </Dialog>
      )}
      <DropZone inspector={inspector} />
      <p class="notice" role="status" data-shown={notice.value !== ''}>
        {notice.value}
      </p>
    </div>
  );
}

const TAKE_PART = {
  title: 'Breakpoints and faults',
  load: async () => (await import('../live/take-part-panel.tsx')).TakePartPanel,
};

const ADD_FRAME = {
  title: 'Add a frame',
  load: async () => (await import('../live/take-part-panel.tsx')).AddFramePanel,
};

const EDIT_HELD = {
  title: 'The held frame',
  load: async () => (await import('../live/edit-held.tsx')).EditHeld,
};

const RECORDING_FORMS = {
  name: { title: 'Name', load: async () => (await import('../recordings/recording-dialogs.tsx')).NameForm },
  comments: { title: 'Comments', load: async () => (await import('../recordings/recording-dialogs.tsx')).CommentsForm },
};

const ENTRY_COMMENT = {
  title: 'Comment',
  load: async () => (await import('../recordings/recording-dialogs.tsx')).EntryCommentForm,
};

/** Commands that move the focus themselves. */
const OPENS_ITS_OWN: ReadonlySet<Command> = new Set<Command>([
  'open',
  'filter',
  'search',
  'find',
  'next-hit',
  'previous-hit',
  'menu',
  'copy-as',
  'take-part',
  'edit',
  'answer',
  'add-frame',
  'comment',
  'help',
  'palette',
]);

/** Performs a command and moves the focus to the part of the page that the user needs next. */
function performAndFocus(inspector: Inspector, command: Command): void {
  inspector.perform(command);
  if (command === 'open') focusSoon('detail');
  // Moves the focus out of the recordings list: Enter there would open the recording again.
  const wasInList = document.activeElement?.closest('[data-recording]') && !OPENS_ITS_OWN.has(command);
  if (wasInList || command === 'back' || command === 'list' || command === 'next-view' || command.startsWith('view-'))
    focusSoon('timeline', 'sequence', 'conversation', 'findings');
}

/** The findings view has no detail panel, because it shows more than a panel can. */
const isDetailShown = ({ view, isDetailOpen, selection }: OpenedRecording) =>
  view.value !== 'findings' && isDetailOpen.value && selection.selected.value !== undefined;

function toPress(event: KeyboardEvent): KeyPress {
  const target = event.target instanceof Element ? event.target : document.body;
  const where = target.closest('input, textarea, select, [contenteditable]')
    ? 'typing'
    : target.closest('[data-keys="own"]')
      ? 'region'
      : target.closest('button, a, [role="tab"]')
        ? 'control'
        : 'page';
  const prefix = [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey && event.key.length > 1 ? 'Shift+' : '',
  ];
  return { key: prefix.join('') + event.key, where };
}
