import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { describeOpen } from '#core/share/never-answered.ts';

/** A recording in a few lines, at the head of answers: its state, and what it waits for. */
export const describeRecording = (recording: RecordingSummary, now: number) => ({
  id: recording.id,
  name: recording.name,
  state: recording.state,
  exit: recording.exit,
  entries: recording.total,
  findings: recording.findings,
  ...waitsIn(recording, now),
});

function waitsIn(recording: RecordingSummary, now: number): { readonly waits?: readonly string[] } {
  const waits = describeOpen(recording, now);
  return waits.length > 0 ? { waits } : {};
}
