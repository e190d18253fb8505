import type { EntryRow } from '#core/model/row.ts';
import './entry-name.css';

/** Name of an entry in links to it. */
export interface EntryName {
  readonly seq: number;
  /** Undefined while only the seq is known. */
  readonly what:
    | { readonly title: string; readonly lane: NonNullable<EntryRow['from']> | 'process'; readonly summary: string }
    | undefined;
}

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
