import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { HeldFrame } from '#core/contract/control.ts';
import { type EpochMs, type Seq } from '#core/units.ts';
import type { AddressPort } from '../../backends/address-port.ts';
import { reasonOf, type Backend, type StartTimer } from '../../backends/backend.ts';
import type { Files } from '../../backends/file.ts';
import { nextTimeMode, type TimeMode } from '../../text/time.ts';
import { createDetailTab } from '../detail/detail-tab.ts';
import { performOnEntries, type EntryCommandPorts } from './entry-commands.ts';
import { performOnFindings } from './finding-commands.ts';
import { createColumns, type ColumnsPort } from '../list/columns.ts';
import { createMarks, type MarksPort } from '../list/marks.ts';
import { isHeldCommand, performOnHeld, type HeldCommand } from '../live/held-commands.ts';
import { createTakingPart } from '../live/taking-part.ts';
import { performOnTimeline } from './timeline-commands.ts';
import { createRecordingList } from '../recordings/recording-list.ts';
import type { Command } from '../page/commands.ts';
import type { LayoutPort } from '../page/layout.ts';
import { createNotice } from './notice.ts';
import { readSavedList } from './saved-list.ts';
import { createOpenedRecording, type OpenedRecording } from './opened-recording.ts';
import { isOfList, isOfOpened, type Overlay } from '../page/overlay.ts';
import { createRecordings } from '../recordings/recordings.ts';
import { VIEW_NAMES, type ViewName } from '../page/route.ts';
import { createRouter } from '../page/router.ts';
import { createTheme, type ThemePort } from './theme.ts';
import { createViewRequests } from './view-requests.ts';

export interface InspectorPorts {
  readonly backend: Backend;
  /** Recording files that the user opened in the page. */
  readonly files: Files;
  readonly address: AddressPort;
  readonly startTimer: StartTimer;
  readonly now: () => EpochMs;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** `name`: for a file that the server does not name. */
  readonly download: (url: string, name?: string) => void;
  readonly theme: ThemePort;
  readonly columns: ColumnsPort;
  readonly marks: MarksPort;
  readonly layout: LayoutPort;
  /** Whether list and timeline fit side by side; then the page opens the newest recording if the address names none. */
  readonly isWide: () => boolean;
}

/** Runs a command in the current view. Returns false if the view does not handle it. */
export type CommandHandler = (command: Command) => boolean;

/** The state of the page without its views: the open recording, and the action of each key and button. */
export function createInspector({
  backend,
  files,
  address,
  startTimer,
  now,
  writeClipboard,
  download,
  theme,
  columns,
  marks: marksPort,
  layout: layoutPort,
  isWide,
}: InspectorPorts) {
  const takingPart = createTakingPart(backend, now);
  const router = createRouter(address, startTimer);
  const recordings = createRecordings(backend);
  const opened = signal<OpenedRecording | undefined>(undefined);
  const timeMode = signal<TimeMode>('rel');
  const overlay = signal<Overlay | undefined>(undefined);
  const { notice, say } = createNotice(startTimer);
  const list = createRecordingList({ backend, files, recordings, router, startTimer, layoutPort, isWide, say });
  const marks = createMarks(marksPort);
  const handlers = new Map<ViewName, CommandHandler>();
  /** Number of requests to focus the filter field: each increase moves the focus. */
  const filterCalls = signal(0);
  /** Number of requests to focus the detail, if it is open. */
  const detailCalls = signal(0);

  const openId = computed(() => recordings.byId(router.route.value.recording)?.id);
  effect(() => {
    const id = openId.value;
    untracked(() => {
      opened.peek()?.dispose();
      if (isOfOpened(overlay.peek())) overlay.value = undefined; // it would show and share another recording
      const summary = recordings.byId(id);
      opened.value = summary && createOpenedRecording(summary, { backend, startTimer, recordings, router, isWide });
    });
  });

  // A menu or form of a recording that was removed meanwhile is not drawn: keys would do nothing.
  effect(() => {
    const { chosen } = list.recordingMarks;
    const isGone = chosen.value !== undefined && recordings.byId(chosen.value.id) === undefined;
    if (isGone && isOfList(overlay.peek())) overlay.value = undefined;
  });

  // Opens the detail after following a link to an entry: the user wants to read it.
  effect(() => {
    const kept = readSavedList(router.visit.value?.kept);
    const current = opened.peek();
    const { seq } = router.route.peek();
    if (!current || !router.visit.value) return;
    untracked(() => {
      if (kept) return current.restore(kept); // going back restores the list
      if (seq === undefined) return;
      current.isDetailOpen.value = true;
      current.reveal(seq);
    });
  });

  let hasOpened = false;
  effect(() => {
    const newest = recordings.recordings.value?.[0];
    if (!newest || hasOpened) return;
    hasOpened = true;
    if (router.route.peek().recording === undefined && isWide()) untracked(() => router.begin(newest.id));
  });

  const isOpening = computed(() => {
    const known = recordings.recordings.value;
    if (known === undefined || files.opening.value.some(({ problem }) => problem === undefined)) return true;
    if (openId.value !== undefined) return true;
    return router.route.value.recording === undefined && known.length > 0 && isWide();
  });
  const show = createViewRequests(opened, isOpening, router);
  const back = (current: OpenedRecording | undefined) => {
    current?.arrival.forget();
    if (overlay.peek()) overlay.value = undefined;
    else if (current?.find.isOpen.peek()) current.find.close();
    else if (current?.view.peek() === 'findings') router.show('timeline'); // the findings view hides the detail
    else if (current?.isDetailOpen.peek()) {
      current.isDetailOpen.value = false;
      current.cameFrom.value = undefined;
    } else if (current && current.view.peek() !== 'timeline') router.show('timeline');
    else current?.selection.select(undefined);
  };
  const visit = (seq: Seq) =>
    batch(() => {
      const { view: _, ...route } = router.route.peek();
      if (route.recording === undefined) return;
      const current = opened.peek();
      current?.arrival.forget();
      if (current) current.cameFrom.value = current.view.peek() === 'findings' ? 'findings' : undefined;
      current?.showAgain(seq);
      current?.follow.release();
      router.go({ ...route, seq });
      if (!current) return;
      current.isDetailOpen.value = true;
      current.reveal(seq);
    });
  const canComment = computed(
    () => list.recordingMarks.canChange.value && !files.opened.value.has(openId.value ?? ''), // the server has no file
  );
  const open = (next: Overlay) => void (overlay.value = next);
  const notices: EntryCommandPorts = {
    say,
    notice,
    visit,
    marks,
    open,
    canComment: () => canComment.peek(),
    focusFilter: () => void (filterCalls.value += 1),
  };

  const copy = (what: string, text: string) =>
    void writeClipboard(text).then(
      () => say(`Copied ${what}.`),
      () => say('The browser did not allow copying.'),
    );
  /** Copies recorded content unchanged, and shows a notice. */
  const copyExact = (what: string, text: string) => copy(`${what}: exact, not redacted`, text);
  const downloadBytes = (recording: string, seq: Seq) =>
    void backend.bytesUrl(recording, seq).then(
      (url) => download(url),
      (error: unknown) => say(reasonOf(error)),
    );
  /** Fetches an entry that the detail is still loading: the next key may select another one. */
  const copyFrame = async (current: OpenedRecording, seq: Seq | undefined) => {
    if (seq === undefined) return say('Select an entry first.');
    const { value: body } = current.detail.detail;
    try {
      const isHere = body.kind === 'ready' && body.seq === seq;
      const { text, cut } = isHere
        ? body.entry
        : await backend.entry(current.recording, seq, new AbortController().signal);
      if (text === null || cut) say(`Frame #${seq} cannot be copied: download it with “Bytes” in its detail.`);
      else copyExact(`#${seq}`, text);
    } catch (error) {
      say(reasonOf(error));
    }
  };

  const performOnOpened = (current: OpenedRecording, command: Command) => {
    if (command === 'open') detailCalls.value += 1;
    const view = current.view.peek();
    if (view === 'timeline' && performOnTimeline(current, command, notices)) return;
    if (view === 'findings' && performOnFindings(current, command, notices)) return;
    if (handlers.get(view)?.(command)) return;
    if (command === 'copy') return void copyFrame(current, current.selection.selected.peek());
    performOnEntries(current, command, notices);
  };

  const dealWith = (command: HeldCommand, frame?: HeldFrame) => {
    const current = opened.peek();
    if (current) void performOnHeld(current.recording, command, { takingPart, say, open }, frame);
  };

  const perform = (command: Command) =>
    batch(() => {
      const current = opened.peek();
      if (command === 'help') overlay.value = overlay.peek() === 'help' ? undefined : 'help';
      else if (command === 'back') back(current);
      else if (command === 'palette' && (overlay.peek() ?? command) === command)
        overlay.value = overlay.peek() ? undefined : command;
      else if (overlay.peek()) return;
      else if (list.performOnList(command)) return;
      else if (current && (command === 'take-part' || command === 'add-frame')) open(command);
      else if (isHeldCommand(command)) dealWith(command);
      else if (command === 'time') timeMode.value = nextTimeMode(timeMode.peek());
      else if (command === 'next-view') show(after(current?.view.peek() ?? 'timeline'));
      else if (command.startsWith('view-')) show(command.slice('view-'.length) as ViewName); // sure by the type
      else if (current)
        current.arrival.whenThere(command, () => {
          if (current === opened.peek() && !overlay.peek()) batch(() => performOnOpened(current, command));
        });
    });

  return {
    /** Whether entries of the open recording can be commented. */
    canComment,
    /** For views that fetch their own data. */
    backend,
    files,
    startTimer,
    now,
    connection: backend.connection,
    connect: backend.connect,
    router,
    recordings,
    ...list,
    /** Held frames and interventions in running conversations. */
    takingPart,
    opened: opened as ReadonlySignal<OpenedRecording | undefined>,
    timeMode: timeMode as ReadonlySignal<TimeMode>,
    tab: createDetailTab(),
    overlay: overlay as ReadonlySignal<Overlay | undefined>,
    marks,
    theme: createTheme(theme),
    columns: createColumns(columns),
    filterCalls: filterCalls as ReadonlySignal<number>,
    detailCalls: detailCalls as ReadonlySignal<number>,
    /** A short message, also for screen readers; disappears after a moment, then empty. */
    notice: notice as ReadonlySignal<string>,
    say,
    perform,
    /** Deals with a held frame. */
    performOnHeld: dealWith,
    /** Registers the command handler of a view. Returns a function that removes it. */
    handle: (view: ViewName, handler: CommandHandler) => {
      handlers.set(view, handler);
      return () => {
        if (handlers.get(view) === handler) handlers.delete(view);
      };
    },
    openOverlay: (next: Overlay | undefined) => void (overlay.value = next),
    goTo: (seq: Seq) => {
      opened.peek()?.arrival.forget();
      opened.peek()?.jump(seq);
    },
    /** Shows an entry in the timeline; a step of the history. */
    visit,
    /** Selects an entry and opens its detail. `place`: the row that the user clicked. */
    inspect: (seq: Seq, place?: number) => {
      const current = opened.peek();
      if (!current) return;
      current.step(() => {
        const isNews = !current.isDetailOpen.peek();
        current.arrival.forget();
        if (place === undefined) {
          current.selection.select(seq);
          current.reveal(seq);
        } else current.selection.selectAt(seq, place);
        current.isDetailOpen.value = true;
        current.cameFrom.value = undefined;
        return isNews;
      });
    },
    copy,
    copyExact,
    writeClipboard,
    downloadBytes,
    download,
  };
}

export type Inspector = ReturnType<typeof createInspector>;

const after = (view: ViewName): ViewName =>
  VIEW_NAMES[(VIEW_NAMES.indexOf(view) + 1) % VIEW_NAMES.length] ?? 'timeline';
