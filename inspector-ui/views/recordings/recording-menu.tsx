import { Menu } from '../../components/menu.tsx';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { changesOf, makeChange, type RecordingChange } from './recording-changes.ts';
import './recording-menu.css';

/** The commands for a recording of the list. */
export function RecordingMenu({ inspector, recording }: { inspector: Inspector; recording: RecordingSummary }) {
  const { x = 0, y = 0 } = inspector.recordingMarks.chosen.value ?? {};
  const close = () => inspector.openOverlay(undefined);
  const link = () => document.querySelector<HTMLElement>(`[data-recording="${CSS.escape(recording.id)}"]`);
  const leave = () => {
    close();
    link()?.focus();
  };
  const make = (change: RecordingChange) => {
    const item = link()?.closest('li');
    const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('a');
    leave(); // a dialog returns the focus to the recording
    void makeChange(inspector, recording, change);
    if (change === 'remove') next?.focus();
  };
  const before = inspector.runBefore(recording.id);
  return (
    <Menu
      label="Change the recording"
      class="recording-menu"
      style={{ '--x': `${x}px`, '--y': `${y}px` }}
      onClose={leave}
      onLeave={() => inspector.overlay.peek() === 'recording-menu' && close()}
    >
      {before && (
        <Item
          label="Compare with the previous run"
          onChoose={() => {
            close();
            inspector.router.go({ recording: recording.id, view: 'compare', compared: { with: before.previous.id } });
          }}
        />
      )}
      {changesOf(recording).map(({ change, label }) => (
        <Item key={change} label={label} onChoose={() => make(change)} />
      ))}
    </Menu>
  );
}

const Item = ({ label, onChoose }: { readonly label: string; readonly onChoose: () => void }) => (
  <button type="button" role="menuitem" class="bare-button menu-item" onClick={onChoose}>
    {label}
  </button>
);
