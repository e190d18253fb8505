import type { Opened } from '../../state/opened.ts';
import { toWholeText } from './hidden-rows.ts';
import './whole-note.css';

/** Over what is always of the whole recording: neither filter nor range of time is ignored without a word. */
export function WholeNote({ of: { look }, what }: { readonly of: Opened; readonly what: string }) {
  const text = toWholeText(what, { applied: look.applied.value, range: look.range.value });
  return text === '' ? null : <p class="whole-note">{text}</p>;
}
