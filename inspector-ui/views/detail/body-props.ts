import type { EntryDetail } from '#core/model/row.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';

/** The props of each tab of the detail: an entry of the opened recording. */
export interface BodyProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly entry: EntryDetail;
}
