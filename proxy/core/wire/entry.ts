import type { ElapsedUs, EpochMs, Seq } from '../units.ts';

/** One of the two parties: the editor is the client, its subprocess the agent. */
export type Side = (typeof SIDES)[number];

export const SIDES = ['client', 'agent'] as const;

/** A byte stream of a connection, named after its writer. */
export type Stream = Side | 'stderr';

export const opposite = (side: Side): Side => (side === 'client' ? 'agent' : 'client');

/**
 * Something that happened to the agent's process or to the recording itself. `gap` counts bytes that were forwarded but
 * could not be recorded. `not-stored` replaces an entry that the database refused.
 */
export type ProcessEvent =
  | { readonly event: 'spawn'; readonly pid: number }
  | { readonly event: 'spawn-failed'; readonly message: string }
  | { readonly event: 'signal'; readonly signal: string }
  | { readonly event: 'eof'; readonly of: Stream }
  /** `of` is `acptap` for lost lines that acptap wrote, and for lost records of deliveries. */
  | { readonly event: 'gap'; readonly of: Stream | 'acptap'; readonly bytes: number }
  | { readonly event: 'not-stored'; readonly of?: Stream; readonly bytes?: number; readonly message: string }
  | { readonly event: 'exit'; readonly code: number | null; readonly signal: string | null }
  | { readonly event: 'damaged'; readonly message: string }
  | { readonly event: 'interrupted' };

/** Describes a frame above `MAX_FRAME_BYTES`: its length and its SHA-256 in hexadecimal digits. */
export interface Cut {
  readonly bytes: number;
  readonly sha256: string;
}

/** An intervention: the action of acptap on a conversation, and the fault, breakpoint or script that caused it. */
export interface Why {
  readonly kind: string;
  readonly fault?: string;
  /** The filter that held the frame. */
  readonly breakpoint?: string;
  /** Why a hold ended by itself: its time was up, the last watcher left, or a side was gone. */
  readonly ended?: 'time' | 'unwatched' | 'gone';
  /** The name of the script's file. */
  readonly script?: string;
  /** With kind `script`, why it did not decide: it threw an error, took too long, or is off after several failures. */
  readonly failed?: 'threw' | 'late' | 'off';
}

/** The delivery of a received frame. */
export interface Sent {
  /** The time of the delivery; undefined for a frame that was not delivered. */
  readonly elapsed?: ElapsedUs;
  /** The delivered bytes, if they differ from the received ones. */
  readonly bytes?: Uint8Array;
  /** Empty for a frame without an intervention. */
  readonly why: readonly Why[];
}

/** The delivery of the frame of entry `seq`, in a recording with interventions. */
export interface Delivery {
  readonly kind: 'delivery';
  readonly seq: Seq;
  readonly sent: Sent;
}

/** A delay of the frame of entry `seq` to `until`. Only in a spool: the frame's delivery replaces it. */
export interface Delayed {
  readonly kind: 'delayed';
  readonly seq: Seq;
  readonly until: ElapsedUs;
  readonly why: readonly Why[];
}

/**
 * Bytes up to and with one LF, as on the wire; the last frame of a direction may lack the LF. With `cut`, `bytes` are
 * only the beginning of the frame: acptap shows it, but never reads it as a message.
 */
export interface FrameEntry {
  readonly kind: 'frame';
  readonly seq: Seq;
  readonly elapsed: ElapsedUs;
  readonly from: Side;
  readonly bytes: Uint8Array;
  readonly cut?: Cut;
  /**
   * Missing in a raw recording, which delivers frames as received, and while a frame is on its way: see `Delivery`.
   */
  readonly sent?: Sent;
}

/** Bytes of a frame or a piece of stderr on the wire. */
export const sizeOf = (entry: FrameEntry | StderrEntry): number =>
  (entry.kind === 'frame' ? entry.cut?.bytes : undefined) ?? entry.bytes.length;

/** A piece of the agent's stderr: a line or a part of one. */
export interface StderrEntry {
  readonly kind: 'stderr';
  readonly seq: Seq;
  readonly elapsed: ElapsedUs;
  readonly from: 'stderr';
  readonly bytes: Uint8Array;
}

/** A process event. `event.event` may be a name of a later release: acptap shows unknown names. */
export interface EventEntry {
  readonly kind: 'event';
  readonly seq: Seq;
  readonly elapsed: ElapsedUs;
  readonly event: ProcessEvent | { readonly event: string; readonly [member: string]: unknown };
}

/**
 * One recorded observation. Only entries are stored facts; the trace fold derives everything else from them.
 * `elapsed` is the time of its last byte. `seq` is the proxy's order, not that of either peer: frames in opposite
 * directions may have crossed. `extra` is the JSON text of unknown members in a recording file, and of
 * the comment of a person: see `entry-comment.ts`.
 */
export type Entry = (FrameEntry | StderrEntry | EventEntry) & { readonly extra?: string };

/** The facts about a recording that are known before its first entry. */
export interface RecordingHeader {
  readonly id: string;
  readonly name?: string;
  readonly startedAt: EpochMs;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly redacted: boolean;
  /** Present where a person gave the name with `acptap name`, and not `run --name`. */
  readonly named?: true;
  /** Present where acptap could take part: frames have `sent`. */
  readonly interventions?: true;
  /** Remarks of people about the recording, the oldest first. */
  readonly comments?: readonly string[];
  /** JSON text of unknown header members. */
  readonly extra?: string;
}
