import { useEffect, useRef } from 'preact/hooks';
import { KEYS } from '../../state/commands.ts';
import './help-overlay.css';

/** The keys, over the page. A native dialog: it holds the focus, gives it back, and closes on Esc. */
export function HelpOverlay({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div class="help-body">
        <h2 id="help-title">Keys</h2>
        <dl class="help-keys">
          {KEYS.map(({ keys, does }) => (
            <div key={does} class="help-line">
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p class="help-note">In the JSON tree: → and ← open and close, c copies the value, p its path.</p>
        <button type="button" class="plain-button" onClick={onClose}>
          Close
        </button>
      </div>
    </dialog>
  );
}
