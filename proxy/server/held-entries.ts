import type { ControlState, HeldFrame } from '#core/contract/control.ts';
import { setNewest } from '#core/set-newest.ts';
import type { Library, LibraryRecording } from './library.ts';

/** Frames whose entries are remembered: a state lists at most a hundred. */
const MAX_KNOWN = 1000;

/**
 * Returns a function that adds to a state the `seq` of each held frame. A frame has none until the recorder has stored
 * it, which may be after the state came. The function returns a new object when it adds one.
 */
export function createHeldEntries({ find }: Pick<Library, 'find'>) {
  const known = new Map<string, number | null>();
  const completed = new WeakMap<ControlState, ControlState>();

  function entryOf({ store, no }: LibraryRecording, { from, offset }: HeldFrame, recording: string) {
    const name = `${recording} ${from} ${offset}`;
    const before = known.get(name);
    const seq = before === undefined ? store.read.frameAt(no, from, offset) : before;
    if (seq !== undefined) setNewest(known, name, seq, MAX_KNOWN);
    return seq;
  }

  return (state: ControlState): ControlState => {
    const before = completed.get(state) ?? state;
    const isComplete = before.held.every(({ seq }) => seq !== undefined);
    const at = isComplete ? undefined : find(state.recording);
    if (!at) return before;
    let isNew = false;
    const behind = new Set<string>(); // sides with an unrecorded frame: their later frames are unrecorded, too
    const held = before.held.map((frame) => {
      if (frame.seq !== undefined || behind.has(frame.from)) return frame;
      const seq = entryOf(at, frame, state.recording);
      if (seq === undefined) {
        behind.add(frame.from);
        return frame;
      }
      isNew = true;
      return { ...frame, seq };
    });
    if (!isNew) return before;
    const next = { ...before, held };
    completed.set(state, next);
    return next;
  };
}
