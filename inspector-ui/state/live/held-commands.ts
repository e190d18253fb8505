import type { Command } from '../shell/commands.ts';
import type { Overlay } from '../shell/inspector.ts';
import type { TakingPart } from './taking-part.ts';

interface HeldPorts {
  readonly takingPart: TakingPart;
  readonly say: (text: string) => void;
  readonly open: (overlay: Overlay) => void;
}

/** Handles the keys of held frames: they act on the oldest one. @returns false for other commands */
export function performOnHeld(recording: string, command: Command, { takingPart, say, open }: HeldPorts): boolean {
  if (command === 'take-part') open('take-part');
  if (command !== 'release' && command !== 'drop' && command !== 'edit' && command !== 'release-all')
    return command === 'take-part';
  const [frame] = takingPart.held(recording);
  if (!frame) say('Nothing is held.');
  else if (command === 'edit') {
    takingPart.edited.value = frame;
    open('edit');
  } else if (command === 'release-all') {
    void takingPart
      .attempt(recording, { do: 'release', number: 'all' })
      .then((reason) => say(reason ?? 'Released all held frames.'));
  } else {
    const done = command === 'drop' ? 'Dropped' : 'Released';
    void takingPart
      .decide(recording, frame, command)
      .then((reason) => say(reason ?? `${done} ${frame.method ?? 'the frame'}.`));
  }
  return true;
}
