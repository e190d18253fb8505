import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toUnfilteredText } from './hidden-rows.ts';
import './unfiltered-note.css';

/** Notes that a view covers the whole recording and ignores filter and time range. */
export function UnfilteredNote({
  opened: { look },
  what,
}: {
  readonly opened: OpenedRecording;
  readonly what: string;
}) {
  const text = toUnfilteredText(what, { applied: look.applied.value, range: look.range.value });
  return text === '' ? null : <p class="aside whole-note">{text}</p>;
}
