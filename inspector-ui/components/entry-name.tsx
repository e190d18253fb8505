import type { EntryName } from '../text/entry-name.ts';
import './entry-name.css';

/** `#3 → session/new /demo`, in the colour of the sender, cut to fit. */
export function EntryNameView({ seq, what }: EntryName) {
  return (
    <span class="entry-name">
      <span class="entry-seq">#{seq}</span>
      {what && (
        <span class="soft sided entry-title" data-lane={what.lane}>
          {what.title}
        </span>
      )}
      {what?.summary && <bdi class="entry-summary">{what.summary}</bdi>}
    </span>
  );
}
