import { useEffect } from 'preact/hooks';
import { seqOf } from '#core/units.ts';
import { Dialog } from '../../components/dialog.tsx';
import { EntryNameView } from '../../components/entry-name.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { toEntryName } from '../timeline/timeline-rows.ts';
import './marks-overlay.css';

/** Links to the marked entries of the recording. */
export function MarksOverlay({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const marks = inspector.marks.of(opened.recording);
  useEffect(() => opened.named.want(marks), []);
  const close = () => inspector.openOverlay(undefined);
  return (
    <Dialog title="Marked entries" onClose={close}>
      <ul class="plain-list marks">
        {marks.map((seq) => (
          <li key={seq} class="mark-line">
            <button
              type="button"
              class="bare-button hoverable entry-link mark-link"
              onClick={() => {
                close();
                inspector.visit(seqOf(seq));
              }}
            >
              <EntryNameView {...toEntryName(seq, opened.named.rowAt(seq))} />
            </button>
            <button
              type="button"
              class="plain-button"
              aria-label={`Take the mark of #${seq} back`}
              onClick={() => inspector.marks.toggle(opened.recording, seq)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {marks.length === 0 && <p class="paragraph">None. The key . marks the selected entry.</p>}
    </Dialog>
  );
}
