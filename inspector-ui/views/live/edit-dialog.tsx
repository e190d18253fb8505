import { useEffect, useMemo } from 'preact/hooks';
import type { HeldFrame } from '#core/contract/control.ts';
import { opposite } from '#core/wire/entry.ts';
import { Dialog } from '../../components/dialog.tsx';
import { createFrameEditor } from '../../state/live/frame-editor.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toDifferenceRows } from '../detail/difference-rows.ts';
import { DifferenceList } from '../detail/difference-view.tsx';
import './edit-dialog.css';

interface EditProps {
  readonly inspector: Inspector;
  readonly recording: string;
  readonly frame: HeldFrame;
}

/** Delivers another text in place of a held frame. */
export function EditDialog({ inspector: { takingPart, openOverlay }, recording, frame }: EditProps) {
  const editor = useMemo(() => createFrameEditor(takingPart, recording, frame), []);
  useEffect(() => editor.close, []);
  const { from, method, kind } = frame;
  const received = editor.received.value;
  const text = editor.text.value;
  const isChanged = received !== undefined && received !== text;
  const changes = isChanged ? toDifferenceRows({ text: received }, { text }) : [];
  const close = () => openOverlay(undefined);
  const deliver = async () => {
    if (await editor.deliver()) close();
  };
  return (
    <Dialog title="Edit the held frame" onClose={close}>
      <div class="frame-editor">
        <p class="aside">
          {toVisibleLine(method ?? kind)}, {from} to {opposite(from)}
        </p>
        <textarea
          class="raised frame-editor-text"
          aria-label="Frame"
          spellcheck={false}
          rows={14}
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
          <button type="button" class="plain-button" disabled={!isChanged} onClick={editor.reset}>
            Reset
          </button>
          <button type="button" class="plain-button" aria-keyshortcuts="Control+Enter" onClick={() => void deliver()}>
            Deliver
          </button>
        </p>
      </div>
    </Dialog>
  );
}
