import { useEffect, useMemo } from 'preact/hooks';
import type { HeldFrame } from '#core/contract/control.ts';
import { toAnswerTemplate } from '#core/protocol/message-template.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import { opposite } from '#core/wire/entry.ts';
import { lastMember } from '#core/wire/request-id.ts';
import { createFrameEditor } from '../../state/live/frame-editor.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { ViewProps } from '../view.ts';
import { FrameEditorView } from './frame-editor.tsx';

/** Delivers another frame in place of a held one, or answers it. */
export function EditHeld({ inspector, opened }: ViewProps) {
  const frame = inspector.takingPart.edited.value;
  const isAnswer = inspector.overlay.value === 'answer';
  return frame ? (
    <Editor key={frame.number} inspector={inspector} opened={opened} frame={frame} isAnswer={isAnswer} />
  ) : null;
}

interface EditorProps extends ViewProps {
  readonly frame: HeldFrame;
  readonly isAnswer: boolean;
}

function Editor({ inspector, opened, frame, isAnswer }: EditorProps) {
  const { number, method, kind } = frame;
  const from = isAnswer ? opposite(frame.from) : frame.from;
  const version = opened.summary.value.protocolVersion === 2 ? 2 : 1;
  const editor = useMemo(() => {
    const { heldBytes, judge, settle, answer } = inspector.takingPart;
    const load = () => heldBytes(opened.recording, number);
    const template = async () => {
      const id = lastMember(decodeUtf8(await load()) ?? '{}', 'id') ?? 'null';
      return toAnswerTemplate(from, method, id, version);
    };
    return createFrameEditor({
      ...(isAnswer ? { template } : { load }),
      judge: (line, aborted) => judge(opened.recording, from, line, aborted),
      deliver: (line) => (isAnswer ? answer : settle)(opened.recording, number, line),
    });
  }, []);
  useEffect(() => editor.close, []);
  return (
    <div class="frame-editor">
      <p class="aside">
        {toVisibleLine(method ?? kind)}, {from} to {opposite(from)}
      </p>
      <FrameEditorView
        editor={editor}
        context={() => ({ from, version, answers: isAnswer || kind === 'response' ? method : null })}
        rows={14}
        isFirst
        onDelivered={() => inspector.openOverlay(undefined)}
      />
    </div>
  );
}
