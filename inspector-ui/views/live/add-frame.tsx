import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { templateMethods, toTemplate } from '#core/protocol/message-template.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import { createFrameEditor } from '../../state/live/frame-editor.ts';
import type { ViewProps } from '../view.ts';
import { FrameEditorView } from './frame-editor.tsx';

/** Writes a message to one side, as if the other had sent it: a template, the selected frame, or any text. */
export function AddFrame({ inspector, opened }: ViewProps) {
  const toward = useSignal<Side>('agent');
  const editor = useMemo(() => {
    const { judge, inject } = inspector.takingPart;
    return createFrameEditor({
      judge: (line, aborted) => judge(opened.recording, opposite(toward.peek()), line, aborted),
      deliver: async (line) => {
        const side = toward.peek();
        const reason = await inject(opened.recording, side, line);
        if (reason === undefined) inspector.say(`Delivered to the ${side}.`);
        return reason;
      },
      isCleared: true,
    });
  }, []);
  useEffect(() => editor.close, []);
  const version = opened.summary.value.protocolVersion === 2 ? 2 : 1;
  const detail = opened.detail.detail.value;
  const selected = detail.kind === 'ready' && detail.entry.row.kind !== 'event' ? detail.entry.text : null;
  const from = detail.kind === 'ready' ? detail.entry.row.from : null;
  const choose = (method: string) => {
    if (method === SELECTED) {
      if (from === 'client' || from === 'agent') toward.value = opposite(from); // not back to its author
      editor.write(selected ?? '');
    } else if (method !== '') editor.write(toTemplate(opposite(toward.peek()), method, version));
  };
  return (
    <section class="frame-editor" aria-labelledby="add-frame">
      <h3 id="add-frame">Add a frame</h3>
      <p class="take-part-add">
        <select
          class="raised"
          aria-label="Toward"
          value={toward.value}
          onChange={({ currentTarget }) => {
            toward.value = currentTarget.value === 'client' ? 'client' : 'agent';
            editor.judgeAgain();
          }}
        >
          <option value="agent">to the agent</option>
          <option value="client">to the client</option>
        </select>
        <select
          class="raised"
          aria-label="Template"
          value=""
          onChange={({ currentTarget }) => {
            choose(currentTarget.value);
            currentTarget.value = '';
          }}
        >
          <option value="">Template…</option>
          {selected && <option value={SELECTED}>the selected frame</option>}
          {templateMethods(opposite(toward.value), version).map((method) => (
            <option key={method} value={method}>
              {method}
            </option>
          ))}
        </select>
      </p>
      <FrameEditorView
        editor={editor}
        context={() => ({ from: opposite(toward.peek()), version, answers: null })}
        rows={6}
      />
    </section>
  );
}

/** A value that is not a method. */
const SELECTED = ' selected';
