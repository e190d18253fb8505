import { Menu } from '../../components/menu.tsx';
import type { MarkVerb } from '#core/contract/marks.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { Overlay } from '../../state/shell/overlay.ts';
import './recording-menu.css';

/** What can be done with a recording of the list. */
export function RecordingMenu({ inspector, recording }: { inspector: Inspector; recording: RecordingSummary }) {
  const { chosen, change } = inspector.recordingMarks;
  const { x = 0, y = 0 } = chosen.value ?? {};
  const close = () => inspector.openOverlay(undefined);
  const link = () => document.querySelector<HTMLElement>(`[data-recording="${CSS.escape(recording.id)}"]`);
  const leave = () => {
    close();
    link()?.focus();
  };
  const mark = async (verb: MarkVerb) => {
    leave();
    const reason = await change(recording.id, verb);
    if (reason !== undefined) inspector.say(reason);
  };
  const remove = () => {
    const item = link()?.closest('li');
    const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('a');
    void mark({ do: 'remove' });
    next?.focus();
  };
  const open = (overlay: Overlay) => () => {
    link()?.focus(); // where the dialog returns the focus
    inspector.openOverlay(overlay);
  };
  const { pinned, comments, state } = recording;
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
      <Item label={pinned ? 'Unpin' : 'Pin'} onChoose={() => void mark({ do: 'pin', isPinned: !pinned })} />
      <Item label="Name…" onChoose={open('name')} />
      <Item label={comments.length > 0 ? `Comments (${comments.length})…` : 'Comment…'} onChoose={open('comments')} />
      {state !== 'live' && <Item label="Remove" onChoose={remove} />}
    </Menu>
  );
}

const Item = ({ label, onChoose }: { readonly label: string; readonly onChoose: () => void }) => (
  <button type="button" role="menuitem" class="bare-button menu-item" onClick={onChoose}>
    {label}
  </button>
);
