import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import './recording-comments.css';

/** The comments on the recording, from `acptap comment`. */
export function RecordingComments({ opened }: { opened: OpenedRecording }) {
  const { comments } = opened.summary.value;
  if (comments.length === 0) return null;
  return (
    <ul class="plain-list recording-comments" aria-label="Comments">
      {comments.map((comment, index) => (
        <li key={index}>{toVisibleLine(comment)}</li>
      ))}
    </ul>
  );
}
