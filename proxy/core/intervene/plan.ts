import type { Why } from '#core/wire/entry.ts';
import type { FaultAction } from './fault.ts';

/** A line that acptap writes itself. */
export interface Injection {
  readonly bytes: Uint8Array;
  readonly why: readonly Why[];
}

/** An action behind a frame. */
export interface Ending {
  readonly action: Extract<FaultAction, { kind: 'close' | 'exit' | 'kill' | 'mute' }>;
  readonly why: Why;
}

/** The actions on a frame. Times are milliseconds. */
export interface Plan {
  /** The delivered bytes: the received array if unchanged; undefined for a dropped frame. */
  readonly bytes: Uint8Array | undefined;
  readonly why: readonly Why[];
  /** Written to the receiver before and behind the frame. */
  readonly before: readonly Injection[];
  readonly after: readonly Injection[];
  /** Written to the sender of the frame. */
  readonly back: readonly Injection[];
  readonly timing: Timing;
  readonly slice: { readonly bytes: number; readonly pause: number } | undefined;
  readonly endings: readonly Ending[];
  /** For a held frame: returns the plan for it when it leaves. `back` has only the lines that the hold adds. */
  readonly settle?: () => Plan;
}

/** A frame that is delivered as it was received. */
export const passing = (bytes: Uint8Array): Plan => ({ ...NOTHING, bytes });

/** The plan of a frame that is not delivered, apart from its reasons. */
export const NOTHING: Plan = {
  bytes: undefined,
  why: [],
  before: [],
  after: [],
  back: [],
  timing: {},
  slice: undefined,
  endings: [],
};

/** When a frame is delivered. */
export interface Timing {
  /** True while the frame is held. */
  readonly isHeld?: () => boolean;
  readonly delay?: number;
  readonly coalesce?: number;
  readonly bytesPerSecond?: number;
  /** How many frames in a row are shuffled. `key` decides the order. */
  readonly reorder?: { readonly window: number; readonly key: number };
}
