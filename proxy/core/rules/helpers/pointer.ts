import type { Decoded } from '#core/wire/decode-frame.ts';
import type { Part } from '#core/wire/jsonrpc.ts';

/** The JSON pointer to a member of a frame's message. In a batch it starts with the message's index. */
export const pointerTo = (frame: Decoded & { kind: 'json' }, part: Part, member: string): string =>
  frame.batch ? `/${frame.parts.indexOf(part)}/${member}` : `/${member}`;
