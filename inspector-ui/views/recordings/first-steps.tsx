import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Message } from '../../components/message.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import { EDITORS } from './editor-settings.ts';
import './first-steps.css';

/** The empty state of a new installation: the settings for each editor. */
export function FirstSteps({ inspector }: { inspector: Inspector }) {
  const id = useId(); // the page contains it twice, once hidden
  const at = useSignal(0);
  const shown = EDITORS[at.value] ?? EDITORS[0];
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    at.value = (at.peek() + step + EDITORS.length) % EDITORS.length;
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at.peek()]?.focus();
  };
  if (!shown) return null;
  return (
    <Message title="Nothing has been recorded yet">
      <p>
        Put <code>acptap run --</code> in front of the agent’s command in your editor’s settings. The recording appears
        here as soon as the editor starts the agent.
      </p>
      <div class="framed first-steps">
        <div role="tablist" class="editor-tabs" aria-label="Editors" onKeyDown={press}>
          {EDITORS.map(({ editor }, index) => (
            <button
              key={editor}
              type="button"
              role="tab"
              class="tab editor-tab"
              id={`${id}-tab-${index}`}
              aria-selected={index === at.value}
              aria-controls={`${id}-settings`}
              tabIndex={index === at.value ? 0 : -1}
              onClick={() => void (at.value = index)}
            >
              {editor}
            </button>
          ))}
        </div>
        <div id={`${id}-settings`} role="tabpanel" aria-labelledby={`${id}-tab-${at.value}`}>
          <p class="editor-where">
            <span>
              In <code>{shown.where}</code>
            </span>
            <button
              type="button"
              class="plain-button"
              onClick={() => inspector.copy(`the settings for ${shown.editor}`, shown.text)}
            >
              Copy
            </button>
          </p>
          <pre class="settings-text" tabIndex={0}>
            <code>{shown.text}</code>
          </pre>
        </div>
      </div>
      <p>
        Without an editor or an account: <code>acptap demo</code> records a short session between two programs of its
        own.
      </p>
    </Message>
  );
}
