import type { HeldFrame } from '#core/contract/control.ts';
import type { Command } from '../page/commands.ts';
import type { Overlay } from '../page/overlay.ts';
import type { TakingPart } from './taking-part.ts';

export interface HeldPorts {
  readonly takingPart: TakingPart;
  readonly say: (text: string) => void;
  readonly open: (overlay: Overlay) => void;
}

/** A command about held frames. */
export type HeldCommand = Extract<Command, 'release' | 'release-all' | 'drop' | 'edit' | 'answer'>;

const COMMANDS: readonly Command[] = [
  'release',
  'release-all',
  'drop',
  'edit',
  'answer',
] satisfies readonly HeldCommand[];

export const isHeldCommand = (command: Command): command is HeldCommand => COMMANDS.includes(command);

/** Deals with a held frame, or with the oldest one. */
export async function performOnHeld(
  recording: string,
  command: HeldCommand,
  { takingPart, say, open }: HeldPorts,
  frame: HeldFrame | undefined = takingPart.heldIn(recording).held[0],
): Promise<void> {
  if (!frame) return say('Nothing is held.');
  if (command === 'answer' && frame.kind !== 'request') return say('Only a request can be answered.');
  if (command === 'edit' || command === 'answer') {
    takingPart.edited.value = frame;
    return open(command);
  }
  const problem = await takingPart.decide(recording, command === 'release-all' ? 'all' : frame.number, verbOf(command));
  const done = command === 'drop' ? 'Dropped' : 'Released';
  say(problem ?? `${done} ${command === 'release-all' ? 'all held frames' : (frame.method ?? 'the frame')}.`);
}

const verbOf = (command: HeldCommand) => (command === 'drop' ? 'drop' : 'release');
