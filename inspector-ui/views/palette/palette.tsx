import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { TurnRow } from '#core/model/group.ts';
import { seqOf } from '#core/units.ts';
import { Dialog } from '../../components/dialog.tsx';
import { scrollNearest } from '../../components/scroll-nearest.ts';
import type { Command } from '../../state/page/commands.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCount } from '../../text/size.ts';
import { pickFiles } from '../drop/pick-files.ts';
import { optionId } from '../filter/suggestion-list.tsx';
import { makeChange, type RecordingChange } from '../recordings/recording-changes.ts';
import { searchPalette, toPaletteItems, type PaletteItem, type PaletteTarget } from './palette-rows.ts';
import { readTurns } from './read-turns.ts';
import './palette.css';

interface PaletteProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording | undefined;
  /** Performs a command as its key does. */
  readonly perform: (command: Command) => void;
  /** Opens the dialog `Copy or save` at the form of this key. */
  readonly share: (key: string) => void;
}

const LIST = 'palette-list';

/** Most lines in the list, unless turns have moved the chosen one down; more letters show the others. */
const MAX_SHOWN = 100;

/** Goes to a command, a turn of the open recording or another recording by some of its words. */
export function Palette({ inspector, opened, perform, share }: PaletteProps) {
  const query = useSignal('');
  /** Id of the item that the arrows chose; undefined for the first. Turns that arrive do not change it. */
  const chosen = useSignal<string | undefined>(undefined);
  const turns = useSignal<readonly TurnRow[]>([]);
  const listed = useComputed(() => inspector.recordings.byId(opened?.recording));
  const items = useComputed(() => {
    const hasServer = inspector.connection.value.kind !== 'file';
    const isFile = opened !== undefined && inspector.files.opened.value.has(opened.recording);
    const changeable = inspector.recordingMarks.canChange.value && !isFile ? listed.value : undefined;
    const context = {
      hasServer,
      isOpen: opened !== undefined,
      isLive: opened?.isLive.value ?? false,
      isFiltered: opened !== undefined && (opened.look.q.value !== '' || opened.look.range.value !== undefined),
      changeable,
      previous: opened && inspector.runBefore(opened.recording)?.previous.id,
    };
    return toPaletteItems(context, turns.value, inspector.recordings.recordings.value ?? [], inspector.now());
  });
  const found = useComputed(() => searchPalette(items.value, query.value));
  const shown = found.value.slice(0, Math.max(MAX_SHOWN, indexOf(found.value, chosen.value) + 1));
  const active = Math.max(indexOf(shown, chosen.value), 0);

  /** Resolves to whether the palette is still open when the turns are there. */
  const loaded = useRef(Promise.resolve(true));
  useLayoutEffect(() => {
    const abort = new AbortController();
    if (opened)
      loaded.current = readTurns(inspector.backend, opened.recording, abort.signal, (earlier) => {
        turns.value = [...earlier, ...turns.peek()];
      }).then(
        () => !abort.signal.aborted,
        () => !abort.signal.aborted, // the palette works without them
      );
    return () => abort.abort();
  }, [inspector, opened, turns]);
  useEffect(() => scrollNearest(document.getElementById(optionId(LIST, active))), [active]);

  const close = () => inspector.openOverlay(undefined);
  const go = (target: PaletteTarget) => {
    if (target.kind === 'command') perform(target.command);
    else if (target.kind === 'recording') inspector.router.open(target.id);
    else if (target.kind === 'share') share(target.key);
    else if (target.kind === 'compare') compare(target.with);
    else if (target.kind === 'change') change(target.change);
    else if (target.kind === 'theme') inspector.theme.choose(target.theme);
    else if (target.kind === 'grouping') inspector.layout.group(target.grouping);
    else if (target.kind === 'show-all') opened?.look.clear();
    else if (target.kind === 'open-file') pickFiles(inspector);
    else if (opened && STAYS.has(opened.view.peek())) inspector.goTo(seqOf(target.seq));
    else inspector.visit(seqOf(target.seq));
  };
  const compare = (other: string) => {
    if (opened) inspector.router.go({ recording: opened.recording, view: 'compare', compared: { with: other } });
  };
  const change = (chosenChange: RecordingChange) => {
    if (listed.value) void makeChange(inspector, listed.value, chosenChange);
  };
  const choose = (item: PaletteItem | undefined) => {
    if (!item || inspector.overlay.peek() !== 'palette') return; // a second press
    close();
    requestAnimationFrame(() => go(item.target)); // the closed dialog gives the focus back first
  };
  /** Waits for the turns: one of them may be what the user has typed. Ends when the user types on. */
  const enter = async () => {
    if (shown[active]?.target.kind === 'open-file') return choose(shown[active]); // its dialog needs a recent key press
    const entered = query.peek();
    const isOpen = await loaded.current;
    const offered = found.peek();
    if (isOpen && query.peek() === entered) choose(offered[Math.max(indexOf(offered, chosen.peek()), 0)]);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) chosen.value = shown[(active + step + shown.length) % shown.length]?.id;
    else if (event.key === 'Enter') void enter();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" class="palette" onClose={close}>
      <input
        autofocus
        class="raised palette-field"
        type="text"
        role="combobox"
        aria-label="Command, turn or recording"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={LIST}
        aria-activedescendant={shown.length > 0 ? optionId(LIST, active) : undefined}
        placeholder="Words of a command, a turn or a recording"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          chosen.value = undefined;
        }}
        onKeyDown={press}
      />
      <ul id={LIST} class="palette-list" role="listbox" aria-label="Choices">
        {shown.map((item, index) => (
          <li
            key={item.id}
            id={optionId(LIST, index)}
            class="palette-item"
            role="option"
            aria-selected={index === active}
            title={item.label}
            onClick={() => choose(item)}
          >
            <span class="palette-what">
              <span class="one-line">{item.label}</span>
              <span class="one-line aside palette-about">{item.about}</span>
            </span>
            {item.keys.length > 0 && (
              <span class="palette-keys">
                {item.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p class="aside palette-count" role="status">
        {found.value.length === 0
          ? 'Nothing has these words. To search in frames, use the filter (/).'
          : found.value.length > shown.length &&
            `${formatCount(found.value.length - shown.length)} more: type more words.`}
      </p>
    </Dialog>
  );
}

const indexOf = (items: readonly PaletteItem[], wanted: string | undefined) =>
  items.findIndex(({ id }) => id === wanted);

/** Views that show the first entry of a turn themselves. */
const STAYS: ReadonlySet<string> = new Set(['timeline', 'conversation', 'sequence']);
