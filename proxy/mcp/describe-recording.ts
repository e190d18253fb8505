import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { describeUnanswered, describeWaiting } from '#core/share/never-answered.ts';
import { describeUnfinished } from '#core/share/unfinished-lines.ts';

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

/** Answers "why does it hang": who must answer which request, for how long, and lines that have no end yet. */
function waitsIn(recording: RecordingSummary, now: number): { readonly waits?: readonly string[] } {
  const waits = [
    ...describeWaiting(recording, now),
    ...describeUnfinished(recording, now),
    ...describeUnanswered(recording).map((words) => `never answered: ${words}`),
  ];
  return waits.length > 0 ? { waits } : {};
}
