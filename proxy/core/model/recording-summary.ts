import type { Wait } from './axis.ts';
import type { Grade } from './finding.ts';
import type { Group } from './group.ts';

export type RecordingState = 'live' | 'ended' | 'interrupted';

/** `clientInfo` or `agentInfo` of the handshake. */
export interface Implementation {
  readonly name: string;
  readonly title: string | null;
  readonly version: string | null;
}

/** A recording as lists show it. Made by `toSummary` from the database, or by `recordingSummary` from a file. */
export interface RecordingSummary {
  readonly id: string;
  readonly name: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly state: RecordingState;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly agent: Implementation | null;
  readonly client: Implementation | null;
  readonly protocolVersion: number | null;
  /** The number of frames of each side, and of pieces of stderr. */
  readonly entries: { readonly client: number; readonly agent: number; readonly stderr: number };
  readonly findings: { readonly [grade in Grade]: number };
  /** All entries, process events included: valid `seq` are 0 … total − 1. */
  readonly total: number;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** The open requests, oldest first, at most MAX_WAITING. Those of an ended recording were never answered. */
  readonly waiting: readonly Waiting[];
  /** Time of the last entry, in microseconds since the start; missing without entries. */
  readonly lastAt?: number;
  /** Lines of a live recording without an end so far: no frames yet. Missing if all lines have ended. */
  readonly unfinished?: readonly Unfinished[];
  /** Present for a recording with interventions: acptap may have changed, dropped or delayed frames on purpose. */
  readonly interventions?: true;
  /** The approximate number of bytes in the database; null for a file. */
  readonly size: number | null;
  /** True if pruning must keep the recording. */
  readonly pinned: boolean;
  /** Remarks of people, the oldest first. */
  readonly comments: readonly string[];
}

/** A request without a response so far. */
export interface Waiting {
  /** The side that sent the request. The other side must answer. */
  readonly side: 'client' | 'agent';
  readonly method: string;
  /** JSON text of the id. */
  readonly id: string;
  readonly seq: number;
  readonly t: number;
  readonly session: string | null;
  /** When the answering side last sent a frame, not counting frames of other sessions. null if it has sent none. */
  readonly heard: number | null;
  /** When it last sent a frame of another session, if that came after `heard` and after the request. */
  readonly heardElsewhere?: number;
  /** The last frame of the answering side, if it came after the request and is not a message: perhaps the response. */
  readonly unreadable?: number;
  /** For the agent: the line of its stderr since that frame that probably names a reason, or else the last one. */
  readonly stderr?: LastLine;
  /**
   * A later response that is probably meant for this request: its id has another spelling, as `"2"` for `2`, or is `unknown`.
   * The side that asked ignores it.
   */
  readonly misnamed?: { readonly seq: number; readonly id: string; readonly unknown?: true };
  /** For a prompt whose turn is open: for whom the turn waited so far. `timeByOwner` splits its time. */
  readonly time?: Pick<Group, Wait['on'] | 'waiting'>;
  /** Why there may be no response: interventions of acptap in the request, or in the response. */
  readonly interfered?: Interfered;
}

/** A line of stderr without control sequences, cut with `…`. */
export interface LastLine {
  readonly seq: number;
  readonly text: string;
}

/** An intervention in the frame of entry `seq`. */
export interface Interfered {
  readonly seq: number;
  /** All kinds in their order: `hold, edit`. */
  readonly kind: string;
  readonly isDelivered: boolean;
  /** Present while the frame is delayed: until when at least, and by what. */
  readonly delay?: { readonly until: number; readonly by: string };
}

/** The bytes of a side since its last line end. */
export interface Unfinished {
  readonly side: 'client' | 'agent';
  readonly bytes: number;
  /** Its first characters, with `…` if it has more. */
  readonly beginning: string;
  /** When the last byte came. */
  readonly t: number;
}

export const MAX_WAITING = 5;
