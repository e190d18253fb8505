import type { Opened } from '../../state/shell/opened-recording.ts';
import { toWholeText } from './hidden-rows.ts';
import './unfiltered-note.css';

/** Notes that a view covers the whole recording and ignores filter and time range. */
export function WholeNote({ of: { look }, what }: { readonly of: Opened; readonly what: string }) {
  const text = toWholeText(what, { applied: look.applied.value, range: look.range.value });
  return text === '' ? null : <p class="aside whole-note">{text}</p>;
}
