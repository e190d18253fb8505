/**
 * A request of a command or the page to a running `acptap run --interactive`: JSON, one request a line, with an `id` beside
 * these members. Each gets one answer with its `id`. After `watch`, a state follows whenever something has changed.
 * Numbers refer to the items of the last state. Bytes are base64.
 */
export type ControlVerb =
  /** From now on this connection gets states, and keeps holds. */
  | { readonly do: 'watch' }
  | { readonly do: 'state' }
  /** The bytes of a held frame as it would be delivered. */
  | { readonly do: 'frame'; readonly number: number }
  | { readonly do: 'release' | 'drop'; readonly number: number | 'all' }
  /** Delivers these bytes instead: a complete line. */
  | { readonly do: 'edit'; readonly number: number; readonly bytes: string }
  /** Writes these bytes, a complete line, to the sender of a held request, which is not delivered. */
  | { readonly do: 'answer'; readonly number: number; readonly bytes: string }
  /** Writes a line to one side, behind the frames that wait. */
  | { readonly do: 'inject'; readonly toward: 'client' | 'agent'; readonly bytes: string }
  | { readonly do: 'add-breakpoint'; readonly filter: string }
  | { readonly do: 'remove-breakpoint'; readonly number: number }
  | { readonly do: 'set-breakpoint' | 'set-fault'; readonly number: number; readonly isOn: boolean };

export type ControlAnswer =
  | ({ readonly id: number; readonly ok: true } & ControlResult)
  | { readonly id: number; readonly ok: false; readonly error: string };

/** The result of a successful control request. */
export interface ControlResult {
  readonly state?: ControlState;
  readonly bytes?: string;
}

/** A message from the shim. */
export type ControlMessage = ControlAnswer | { readonly state: ControlState };

/** The state of a connection that acptap takes part in. */
export interface ControlState {
  readonly recording: string;
  readonly name: string | null;
  readonly command: readonly string[];
  /** Milliseconds since the epoch, as all times here. */
  readonly startedAt: number;
  /** The time of this state by the shim's clock, which may differ from other clocks. */
  readonly now: number;
  /** Of the faults' random choices; missing without faults. */
  readonly seed?: number;
  /** The frames that are held, the oldest first: at most a hundred. */
  readonly held: readonly HeldFrame[];
  readonly heldCount: number;
  /** False while matching frames pass, because nobody watches. */
  readonly isKept: boolean;
  readonly breakpoints: readonly BreakpointState[];
  readonly faults: readonly FaultState[];
}

/** A frame that waits for a person. */
export interface HeldFrame {
  /** Counted from 1. */
  readonly number: number;
  readonly from: 'client' | 'agent';
  /** Where the frame begins in the bytes of its sender. */
  readonly offset: number;
  readonly bytes: number;
  readonly kind: string;
  readonly method: string | null;
  readonly id: string | null;
  readonly session: string | null;
  readonly summary: string;
  /** The filter that held it. */
  readonly breakpoint: string;
  readonly since: number;
  /** When its time is up. */
  readonly until: number;
  /** Frames of the same sender that came after it. */
  readonly waiting: number;
  /** Its entry, in states for pages, once it is recorded; null if it cannot be found. */
  readonly seq?: number | null;
}

export interface BreakpointState {
  readonly number: number;
  readonly filter: string;
  readonly isOn: boolean;
  /** Matching frames so far, those that passed included. */
  readonly hits: number;
}

export interface FaultState {
  readonly number: number;
  readonly fault: string;
  readonly isOn: boolean;
  /** Frames that it touched. */
  readonly hits: number;
}
