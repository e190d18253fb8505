import type { GroupKind } from '#core/model/group.ts';
import { ELICITATIONS } from '#core/protocol/method-traits.ts';
import { OWN_EVENTS } from '#core/wire/own-events.ts';

/** Kinds of groups that become one card each. */
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

/**
 * Requests and notifications that become a card together with their response: the actions on the session by
 * the person, or by the client for the person.
 */
export const CARD_METHODS = [
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
  'session/set_title',
  'session/cancel',
  ...ELICITATIONS,
  'authenticate',
  'auth/login',
] as const;

/**
 * Updates that become a card each, although grouping joins consecutive ones, because a person saw each
 * one come. Excludes constant changes such as the use of the context, which the end of a turn shows.
 */
export const CARD_VARIANTS = [
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'available_commands_update',
  'compaction_update',
  'notice',
] as const;

/**
 * How many entries behind a request are searched for the response of acptap. It comes at once, or when a hold ends. It may
 * be missing, and each such card would read the rest of the recording.
 */
export const MAX_INJECTED_DISTANCE = 20_000;

/** Process events that end a conversation or leave a hole in it. */
export const CARD_EVENTS = ['spawn-failed', 'exit', 'gap', 'damaged', 'interrupted', ...OWN_EVENTS] as const;

/** Updates of version 2 about an agent's own terminals. The tool call that shows a terminal shows its output. */
export const TERMINAL_VARIANTS = ['terminal_update', 'terminal_output_chunk'] as const;

/** The most entries of a group to read for its card; no one reads longer cards to their end. */
export const MAX_CARD_ENTRIES = 5000;

/** Kinds of groups with a card from the last MAX_CARD_ENTRIES rather than the first: each entry repeats the state. */
export const LATEST_COUNTS: ReadonlySet<GroupKind> = new Set<GroupKind>(['plan', 'tool-call', 'terminal']);
