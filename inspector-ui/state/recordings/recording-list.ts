import { signal, type ReadonlySignal } from '@preact/signals';
import type { Backend, StartTimer } from '../../backends/backend.ts';
import type { Files } from '../../backends/file.ts';
import type { Command } from '../page/commands.ts';
import { createLayout, type LayoutPort } from '../page/layout.ts';
import type { Recordings } from './recordings.ts';
import type { Router } from '../page/router.ts';
import { createNewestRun } from './newest-run.ts';
import { createRecordingMarks } from './recording-marks.ts';
import { createRunChanges } from './run-changes.ts';
import { createSearch } from './search.ts';

export interface RecordingListPorts {
  readonly backend: Backend;
  readonly files: Files;
  readonly recordings: Recordings;
  readonly router: Router;
  readonly startTimer: StartTimer;
  readonly layoutPort: LayoutPort;
  readonly isWide: () => boolean;
  readonly say: (text: string) => void;
}

/** The state and the commands of the list of recordings, besides the recordings themselves. */
export function createRecordingList({
  backend,
  files,
  recordings,
  router,
  startTimer,
  layoutPort,
  isWide,
  say,
}: RecordingListPorts) {
  const recordingMarks = createRecordingMarks(backend);
  const layout = createLayout(layoutPort);
  const newestRun = createNewestRun({ recordings, files: files.opened, router });
  const searchCalls = signal(0);

  const searchAll = () => {
    layout.showList();
    if (!isWide()) router.open(undefined);
    searchCalls.value += 1;
  };

  return {
    recordingMarks,
    layout,
    newestRun,
    search: createSearch({ backend, recordings, startTimer }),
    /** Number of requests to focus the field that searches all recordings: each increase moves the focus. */
    searchCalls: searchCalls as ReadonlySignal<number>,
    /** The previous run of the same command, and what is different. */
    runBefore: createRunChanges({ recordings: recordings.recordings, files: files.opened }, backend, startTimer),
    /** False for a command that is not about the list. */
    performOnList(command: Command): boolean {
      if (command === 'restore') void recordingMarks.restoreLast().then(say);
      else if (command === 'list') layout.toggleList();
      else if (command === 'newest') newestRun.toggle();
      else if (command === 'search') searchAll();
      else return false;
      return true;
    },
  };
}
