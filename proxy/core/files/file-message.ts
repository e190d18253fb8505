import type { CardMessage } from '#core/cards/card-message.ts';
import { openingMethods } from '#core/protocol/method-traits.ts';

/** A message about files, with the facts of the fold about its entry. */
export interface FileMessage extends CardMessage {
  readonly group: number;
  readonly session: string | undefined;
  readonly turn: number | undefined;
  /** For a response, the entry of its request. */
  readonly answers: number | undefined;
  /** True for a response that acptap itself wrote, to any request. */
  readonly isInjected?: true;
}

/** The messages about files in a part of a recording. */
export interface FileMessages {
  readonly messages: readonly FileMessage[];
  /** The first entry that was not searched. */
  readonly next: number;
}

/** Requests about files, with their responses: also those that name the folder of a session, or what a client offers. */
export const FILE_METHODS = [
  'initialize',
  'fs/read_text_file',
  'fs/write_text_file',
  'session/request_permission',
  ...openingMethods,
  'terminal/create',
] as const;

/** Updates about files. Everything else is passed over, so that a long recording is read quickly. */
export const FILE_VARIANTS = ['tool_call', 'tool_call_update', 'tool_call_content_chunk'] as const;

const methods = new Set<string>(FILE_METHODS);
const variants = new Set<string>(FILE_VARIANTS);

/** True for an entry about files. `method`: for a response, the method of its request. */
export const isFileMessage = (method: string | undefined, variant: string | undefined): boolean =>
  methods.has(method ?? '') || variants.has(variant ?? '');
