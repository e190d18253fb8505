import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Inspector } from '../../state/shell/inspector.ts';

/** A change of a recording. Its menu and the palette offer the same ones. */
export type RecordingChange = 'pin' | 'name' | 'comments' | 'remove';

export interface OfferedChange {
  readonly change: RecordingChange;
  /** In the recording's menu. */
  readonly label: string;
  /** In the palette, like what a key does. */
  readonly does: string;
}

/** A live recording cannot be removed. */
export const changesOf = ({ pinned, comments, state }: RecordingSummary): readonly OfferedChange[] => [
  { change: 'pin', label: pinned ? 'Unpin' : 'Pin', does: `${pinned ? 'unpin' : 'pin'} this recording` },
  { change: 'name', label: 'Name…', does: 'name this recording' },
  {
    change: 'comments',
    label: comments.length > 0 ? `Comments (${comments.length})…` : 'Comment…',
    does: 'comment on this recording',
  },
  ...(state === 'live' ? [] : [{ change: 'remove', label: 'Remove', does: 'remove this recording' } as const]),
];

/** Makes the change, or opens its dialog. Shows a refusal as a notice. */
export async function makeChange(
  { recordingMarks, openOverlay, say }: Inspector,
  { id, pinned }: RecordingSummary,
  change: RecordingChange,
): Promise<void> {
  if (change === 'name' || change === 'comments') {
    recordingMarks.chosen.value = { id, x: 0, y: 0 };
    openOverlay(change);
    return;
  }
  const verb = change === 'pin' ? ({ do: 'pin', isPinned: !pinned } as const) : ({ do: 'remove' } as const);
  const reason = await recordingMarks.change(id, verb);
  if (reason !== undefined) say(reason);
}
