import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail } from '#core/contract/api.ts';
import { seqOf, type EpochMs, type Seq } from '#core/wire/units.ts';
import type { Backend, Later } from '../backends/backend.ts';
import type { Command } from './commands.ts';
import { createDetailTab } from './detail-tab.ts';
import { createOpened, type Opened } from './opened.ts';
import { createRecordings } from './recordings.ts';
import { createRouter, inOtherView, type AddressPort } from './router.ts';
import { nextTimeMode, type TimeMode } from '../text/time.ts';

type CommandOnRecording = Exclude<Command, 'help' | 'back'>;

export interface InspectorPorts {
  readonly backend: Backend;
  readonly address: AddressPort;
  readonly later: Later;
  readonly now: () => EpochMs;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** Whether list and timeline are side by side; then the newest recording is opened when the address names none. */
  readonly isWide: () => boolean;
}

/** How long a notice stays: long enough to read six words. */
const NOTICE_MS = 2500;

/** How many findings with what they break fill a screen, roughly: they differ in height. */
const PAGE_OF_FINDINGS = 5;

/** The whole page without its views: what is open, and what each key and button does. */
export function createInspector({ backend, address, later, now, writeClipboard, isWide }: InspectorPorts) {
  const router = createRouter(address, later);
  const recordings = createRecordings(backend);
  const opened = signal<Opened | undefined>(undefined);
  const timeMode = signal<TimeMode>('rel');
  const isHelpOpen = signal(false);
  const notice = signal('');
  let cancelNotice = () => {};

  const openId = computed(() => recordings.byId(router.route.value.recording)?.id);
  effect(() => {
    const id = openId.value;
    untracked(() => {
      opened.peek()?.dispose();
      const summary = recordings.byId(id);
      opened.value = summary && createOpened(summary, { backend, later, recordings, router });
    });
  });

  // A link to an entry is followed in order to read it.
  effect(() => {
    void router.visits.value;
    const of = opened.peek();
    if (of && router.route.peek().seq !== undefined) of.isDetailOpen.value = true;
  });

  let hasOpened = false;
  effect(() => {
    const newest = recordings.recordings.value?.[0];
    if (!newest || hasOpened) return;
    hasOpened = true;
    if (router.route.peek().recording === undefined && isWide()) untracked(() => router.open(newest.id));
  });

  const say = (text: string) => {
    cancelNotice();
    notice.value = text;
    cancelNotice = later(NOTICE_MS, () => void (notice.value = ''));
  };
  const goTo = (seq: Seq) => {
    opened.peek()?.selection.select(seq);
  };
  const goToPair = (of: Opened) => {
    const row = of.selectedRow.peek();
    if (!row) say('Select an entry first.');
    else if (row.pair === null)
      say(row.kind === 'request' ? 'Nothing has answered this request.' : 'This entry has no other half.');
    else goTo(seqOf(row.pair));
  };
  const goToFinding = (of: Opened, step: 1 | -1) => {
    const found = of.timeline.nextFinding(of.selection.selected.peek() ?? of.viewport.firstInSight() - step, step);
    if (found === undefined) say(`No ${step === 1 ? 'further' : 'earlier'} finding in the loaded rows.`);
    else goTo(found);
  };
  const back = (of: Opened | undefined) => {
    if (isHelpOpen.peek()) isHelpOpen.value = false;
    else if (of?.areFindingsShown.peek()) changeView();
    else if (of?.isDetailOpen.peek()) of.isDetailOpen.value = false;
    else of?.selection.select(undefined);
  };
  const changeView = () => router.go(inOtherView(router.route.peek()));
  const follow = (of: Opened) => {
    if (of.isLive.peek()) of.follow.toggle();
    else say('This recording has ended: there is nothing to follow.');
  };

  const perform = (command: Command) => {
    const of = opened.peek();
    if (command === 'help') isHelpOpen.value = !isHelpOpen.peek();
    else if (command === 'back') back(of);
    else if (of && !isHelpOpen.peek())
      batch(() => (of.areFindingsShown.peek() ? performOnFindings(of, command) : performOn(of, command)));
  };
  const performOnFindings = ({ findingList }: Opened, command: CommandOnRecording) => {
    switch (command) {
      case 'down':
      case 'next-finding':
        return findingList.moveBy(1);
      case 'up':
      case 'previous-finding':
        return findingList.moveBy(-1);
      case 'first':
        return findingList.first();
      case 'last':
        return findingList.last();
      case 'open':
        return visitFinding(findingList.currentFinding());
      case 'view':
        return changeView();
      case 'page-down':
        return findingList.moveBy(PAGE_OF_FINDINGS);
      case 'page-up':
        return findingList.moveBy(-PAGE_OF_FINDINGS);
      case 'pair':
      case 'follow':
      case 'time':
        return undefined; // what they are about is not in sight
    }
  };
  const visit = (seq: Seq) => {
    const { recording } = router.route.peek();
    if (recording === undefined) return;
    router.go({ recording, seq });
    const of = opened.peek();
    if (of) of.isDetailOpen.value = true;
  };
  const visitFinding = (finding: FindingDetail | undefined) => {
    if (finding) visit(seqOf(finding.seq));
  };
  const performOn = (of: Opened, command: CommandOnRecording) => {
    const { selection, viewport, isDetailOpen } = of;
    switch (command) {
      case 'down':
        return selection.moveBy(1, viewport.firstInSight());
      case 'up':
        return selection.moveBy(-1, viewport.firstInSight());
      case 'page-down':
        return selection.moveBy(viewport.pageRows(), viewport.firstInSight());
      case 'page-up':
        return selection.moveBy(-viewport.pageRows(), viewport.firstInSight());
      case 'first':
        return selection.first();
      case 'last':
        return selection.last();
      case 'open':
        return void (isDetailOpen.value = selection.selected.peek() !== undefined);
      case 'pair':
        return goToPair(of);
      case 'follow':
        return follow(of);
      case 'time':
        return void (timeMode.value = nextTimeMode(timeMode.peek()));
      case 'next-finding':
        return goToFinding(of, 1);
      case 'previous-finding':
        return goToFinding(of, -1);
      case 'view':
        return changeView();
    }
  };

  return {
    connection: backend.connection,
    connect: backend.connect,
    bytesUrl: backend.bytesUrl,
    router,
    recordings,
    opened: opened as ReadonlySignal<Opened | undefined>,
    timeMode: timeMode as ReadonlySignal<TimeMode>,
    tab: createDetailTab(),
    isHelpOpen: isHelpOpen as ReadonlySignal<boolean>,
    /** A sentence for a moment, read out by screen readers too; empty when there is none. */
    notice: notice as ReadonlySignal<string>,
    now,
    perform,
    goTo,
    /** Leads to an entry in the timeline; a step of the history. */
    visit,
    /** Selects an entry and shows it. */
    inspect: (seq: Seq) =>
      batch(() => {
        goTo(seq);
        const of = opened.peek();
        if (of) of.isDetailOpen.value = true;
      }),
    copy: (what: string, text: string) =>
      void writeClipboard(text).then(
        () => say(`Copied ${what}.`),
        () => say('The browser did not allow copying.'),
      ),
  };
}

export type Inspector = ReturnType<typeof createInspector>;
