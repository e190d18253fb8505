import type { FrameEditor } from '../../state/live/frame-editor.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toDifferenceRows } from '../detail/difference-rows.ts';
import { DifferenceList } from '../detail/difference-view.tsx';
import './frame-editor.css';

interface EditorProps {
  readonly editor: FrameEditor;
  readonly rows: number;
  readonly onDelivered: () => void;
}

/** A text field for a frame, with findings and changes below it. */
export function FrameEditorView({ editor, rows, onDelivered }: EditorProps) {
  const received = editor.received.value;
  const text = editor.text.value;
  const isChanged = received !== undefined && received !== text;
  const changes = isChanged ? toDifferenceRows({ text: received }, { text }) : [];
  const deliver = async () => {
    if (await editor.deliver()) onDelivered();
  };
  return (
    <>
      <textarea
        class="raised frame-editor-text"
        aria-label="Frame"
        spellcheck={false}
        rows={rows}
        value={text}
        onInput={({ currentTarget }) => editor.write(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && void deliver()}
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
