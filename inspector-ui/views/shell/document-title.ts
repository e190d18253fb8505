import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { epochMs, type EpochMs } from '#core/units.ts';
import { formatCounted } from '../../text/size.ts';
import { toWait } from '../live/waiting-rows.ts';
import { toRecordingRow } from '../recordings/recording-rows.ts';

/** Returns the window title: a dot for a live recording, its current wait, then its name. */
export function toDocumentTitle(recording: RecordingSummary | undefined, now: EpochMs = epochMs(0), held = 0): string {
  if (!recording) return 'acptap';
  const { title, version } = toRecordingRow(recording, now);
  const wait = held > 0 ? undefined : toWait(recording, now);
  const holds = held > 0 ? `acptap holds ${formatCounted(held, 'frame')} · ` : '';
  return (
    `${recording.state === 'live' ? '● ' : ''}${wait ? `${wait.text}, ${wait.since} · ` : holds}${title} ${version}`.trim() +
    ' — acptap'
  );
}
