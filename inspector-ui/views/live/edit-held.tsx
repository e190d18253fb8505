import { useEffect, useMemo } from 'preact/hooks';
import type { HeldFrame } from '#core/contract/control.ts';
import { opposite } from '#core/wire/entry.ts';
import { createFrameEditor } from '../../state/live/frame-editor.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { ViewProps } from '../views.ts';
import { FrameEditorView } from './frame-editor.tsx';

/** Delivers another text in place of a held frame. */
export function EditHeld({ inspector, of }: ViewProps) {
  const frame = inspector.takingPart.edited.value;
  return frame ? <Editor key={frame.number} inspector={inspector} of={of} frame={frame} /> : null;
}

function Editor({ inspector, of, frame }: ViewProps & { readonly frame: HeldFrame }) {
  const { from, method, kind } = frame;
  const editor = useMemo(() => {
    const { heldBytes, judge, settle } = inspector.takingPart;
    return createFrameEditor({
      load: () => heldBytes(of.recording, frame.number),
      judge: (line, aborted) => judge(of.recording, from, line, aborted),
      deliver: (line) => settle(of.recording, frame.number, line),
    });
  }, []);
  useEffect(() => editor.close, []);
  return (
    <div class="frame-editor">
      <p class="aside">
        {toVisibleLine(method ?? kind)}, {from} to {opposite(from)}
      </p>
      <FrameEditorView editor={editor} rows={14} onDelivered={() => inspector.openOverlay(undefined)} />
    </div>
  );
}
