import type { Seq } from '#core/units.ts';

/** The state of a recording in one line: who must act next, or how it ended. */
export interface StateRow {
  readonly tone: 'waiting' | 'trouble' | 'plain' | 'own';
  /** `session 2`, if several sessions have a line. */
  readonly session?: string;
  readonly text: string;
  /** The entry that the line links to. */
  readonly seq: Seq | undefined;
  /** The request of the other side that waits for this one: `client waits for session/prompt 3`. */
  readonly outer?: { readonly text: string; readonly seq: Seq };
  /** `+2`: number of other open requests, or of other chains of waiting; empty for none. */
  readonly more: string;
  /** The other requests, one a line; empty if only their number is known. */
  readonly others: readonly string[];
  /** The filter that shows all of them. */
  readonly all: string;
  /** Duration of the wait; empty if not counted. */
  readonly since: string;
  /** Whether the expected side is active, or how long it has been silent. Empty for a person, who may be typing. */
  readonly sign: string;
  readonly isSilent: boolean;
  /** Nothing comes until somebody acts: a side is silent, or a person is asked. The list of recordings shows the same. */
  readonly isStill: boolean;
}
