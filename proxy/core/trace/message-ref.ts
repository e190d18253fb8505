import type { ElapsedUs, Seq } from '#core/units.ts';
import type { Side } from '#core/wire/entry.ts';

/** The address of a message: its entry, and its index in the frame (0 unless the frame is a batch). */
export interface MessageRef {
  readonly seq: Seq;
  readonly part: number;
  readonly elapsed: ElapsedUs;
  readonly from: Side;
}

/** A key for maps, and an id for files: no other message of a recording has it. */
export const messageKey = ({ seq, part }: MessageRef): string => `${seq}.${part}`;
