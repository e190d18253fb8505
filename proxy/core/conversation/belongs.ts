import type { GroupKind } from '#core/contract/timeline.ts';

/** Groups that are a card each. */
export const CARD_GROUPS = [
  'session',
  'turn',
  'message',
  'thought',
  'user-message',
  'plan',
  'tool-call',
  'permission',
  'file',
  'terminal',
] as const satisfies readonly GroupKind[];

/** Requests and notifications that are a card, with their answer: what the person, or the client for them, asked of the session. */
export const CARD_METHODS = [
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
  'session/set_title',
  'session/cancel',
  'elicitation/create',
  'authenticate',
  'auth/login',
] as const;

/**
 * Updates that are a card each: the outline puts all that come one after the other into one group, but a person saw each when it came.
 * Not among them is what they saw change all the time, as how full the context is: a turn's end tells that.
 */
export const CARD_VARIANTS = [
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'available_commands_update',
  'compaction_update',
  'notice',
] as const;

/** Process events that end a conversation, or leave a hole in it. */
export const CARD_EVENTS = ['spawn-failed', 'exit', 'gap', 'damaged', 'interrupted'] as const;

/** What version 2 tells of an agent's own terminals. A tool call that shows one is where its output is seen. */
export const TERMINAL_VARIANTS = ['terminal_update', 'terminal_output_chunk'] as const;

/** Entries of a group that are read for its card: more make no card that anybody reads to its end. */
export const MAX_CARD_ENTRIES = 5000;

/** Where of a group with more entries the last ones are read, not the first: each says anew how it stands. */
export const LATEST_COUNTS: ReadonlySet<GroupKind> = new Set<GroupKind>(['plan', 'tool-call', 'terminal']);
