import type { EntryRow } from '#core/model/row.ts';
import { seqOf } from '#core/units.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toDetailBody } from './detail-rows.ts';

interface ActionsProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly row: EntryRow;
}

/** Copies the entry's text, or downloads its bytes. Offers each only if it gives the whole entry. */
export function DetailActions({ inspector, opened, row }: ActionsProps) {
  const detail = opened.detail.detail.value;
  const body = detail.kind === 'ready' ? toDetailBody(detail.entry) : undefined;
  // Shows the button until the body arrives, usually within milliseconds, so that the layout does not move.
  const isBeginning = detail.kind === 'ready' && detail.entry.isBeginning === true;
  const isText = body === undefined || (body.raw.kind === 'text' && body.cut === '');
  return (
    <div class="detail-actions">
      {(isText || row.kind !== 'event') && <span class="detail-exact">exact, not redacted:</span>}
      {isText && (
        <button
          type="button"
          class="plain-button"
          aria-label="Copy: exact, not redacted"
          title="Copy the frame: exact, not redacted (c)"
          onClick={() => inspector.perform('copy')}
        >
          Copy
        </button>
      )}
      {row.kind !== 'event' && !isBeginning && (
        <button
          type="button"
          class="plain-button"
          aria-label="Bytes: exact, not redacted"
          title="Download the bytes: exact, not redacted"
          onClick={() => inspector.downloadBytes(opened.recording, seqOf(row.seq))}
        >
          Bytes
        </button>
      )}
      {row.comment === undefined && inspector.canComment.value && (
        <button
          type="button"
          class="plain-button detail-remark"
          title="Comment on the entry (C)"
          onClick={() => inspector.perform('comment')}
        >
          Comment…
        </button>
      )}
    </div>
  );
}
