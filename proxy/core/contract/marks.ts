import type { RecordingSummary } from '#core/model/recording-summary.ts';

/** A change of a recording by the page: `POST /api/recordings/:id/marks`. Answered by `{}`, or by 409 with the reason. */
export type MarkVerb =
  | { readonly do: 'pin'; readonly isPinned: boolean }
  /** null takes the given name back. */
  | { readonly do: 'name'; readonly name: string | null }
  | { readonly do: 'comment'; readonly text: string }
  /** Removes a comment, if its text is still the one at this index. */
  | { readonly do: 'uncomment'; readonly index: number; readonly text: string }
  /** Gives an entry another comment; null takes it back. */
  | { readonly do: 'comment-entry'; readonly seq: number; readonly text: string | null }
  /** Hides the recording, and removes it for good after UNDO_MS. */
  | { readonly do: 'remove' }
  /** Shows a removed recording again, while it is not removed for good. */
  | { readonly do: 'restore' };

/** How long a removal can be undone. */
export const UNDO_MS = 10_000;

/** A recording that was removed on a page and can still be restored. */
export interface Removal extends Pick<RecordingSummary, 'id' | 'name' | 'agent' | 'command' | 'startedAt'> {
  /** When it is removed for good, in milliseconds since the epoch. */
  readonly until: number;
  /** Why it could not be removed for good; then it stays hidden until it is restored. null if nothing failed. */
  readonly problem: string | null;
}
