import type { FrameContext } from '#core/protocol/complete-frame.ts';
import type { FrameEditor } from '../../state/live/frame-editor.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toDifferenceRows } from '../detail/difference-rows.ts';
import { DifferenceList } from '../detail/difference-view.tsx';
import { FrameField } from './frame-field.tsx';
import './frame-editor.css';

interface EditorProps {
  readonly editor: FrameEditor;
  /** The facts about the frame, for completion. */
  readonly context: () => FrameContext;
  readonly rows: number;
  /** The text takes the focus. Default: false. */
  readonly isFirst?: boolean;
  readonly onDelivered?: () => void;
}

/** A text field for a frame, with findings and changes below it. */
export function FrameEditorView({ editor, context, rows, isFirst, onDelivered }: EditorProps) {
  const received = editor.received.value;
  const text = editor.text.value;
  const isBytes = editor.isBytes.value;
  const isChanged = received !== undefined && received !== text;
  const changes = isChanged ? toDifferenceRows({ text: received }, { text }) : [];
  const deliver = async () => {
    if (await editor.deliver()) onDelivered?.();
  };
  return (
    <>
      <FrameField
        text={text}
        rows={rows}
        isFirst={isFirst}
        context={isBytes ? undefined : context}
        onWrite={editor.write}
        onSubmit={() => void deliver()}
      />
      <p class="frame-editor-problem" role="alert">
        {editor.problem.value}
      </p>
      <ul class="plain-list" aria-label="Findings" aria-live="polite">
        {editor.findings.value.map(({ rule, grade, message }) => (
          <li key={`${rule} ${message}`} class="grade-edge frame-editor-finding" data-grade={grade}>
            {toVisibleLine(message)} <code class="aside">{rule}</code>
          </li>
        ))}
      </ul>
      {changes.length > 0 && <DifferenceList rows={changes} before="received" after="to deliver" />}
      <p class="frame-editor-end">
        <label class="frame-editor-bytes">
          <input
            type="checkbox"
            checked={isBytes}
            onChange={({ currentTarget }) => {
              editor.showBytes(currentTarget.checked);
              currentTarget.checked = editor.isBytes.peek();
            }}
          />
          Bytes
        </label>
        {received !== undefined && (
          <button type="button" class="plain-button" disabled={!isChanged} onClick={editor.reset}>
            Reset
          </button>
        )}
        <button
          type="button"
          class="plain-button"
          aria-keyshortcuts="Control+Enter"
          disabled={text.trim() === ''}
          onClick={() => void deliver()}
        >
          Deliver
        </button>
      </p>
    </>
  );
}
