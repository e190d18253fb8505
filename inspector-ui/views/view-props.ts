import type { Inspector } from '../state/shell/inspector.ts';
import type { OpenedRecording } from '../state/shell/opened-recording.ts';

/** Props of every view of a recording. A view fills the room below the tabs and scrolls by itself. */
export interface ViewProps {
  readonly inspector: Inspector;
  readonly of: OpenedRecording;
}
