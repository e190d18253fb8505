import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HeldFrame } from '#core/contract/control.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { reasonOf } from '../../backends/backend.ts';
import { Dialog } from '../../components/dialog.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';

interface EditProps {
  readonly inspector: Inspector;
  readonly recording: string;
  readonly frame: HeldFrame;
}

/** Delivers another text in place of a held frame. */
export function EditDialog({ inspector: { takingPart, openOverlay }, recording, frame: { number } }: EditProps) {
  const text = useSignal('');
  const problem = useSignal('');
  useEffect(() => {
    const show = (bytes: Uint8Array) => void (text.value = (decodeUtf8(bytes) ?? '').trimEnd());
    takingPart.heldBytes(recording, number).then(show, (error: unknown) => void (problem.value = reasonOf(error)));
  }, []);
  const send = async () => {
    const line = toOneLine(text.value) ?? text.value.trimEnd();
    if (line.includes('\n')) return void (problem.value = 'A frame that is no JSON is one line.');
    problem.value = (await takingPart.settle(recording, number, toFrame(line))) ?? '';
    if (problem.value === '') openOverlay(undefined);
  };
  return (
    <Dialog title="Edit the held frame" onClose={() => openOverlay(undefined)}>
      <textarea
        class="raised"
        aria-label="Frame"
        rows={12}
        cols={80}
        value={text}
        onInput={({ currentTarget }) => void (text.value = currentTarget.value)}
      />
      <p role="alert">{problem}</p>
      <button type="button" class="plain-button" onClick={() => void send()}>
        Deliver
      </button>
    </Dialog>
  );
}
