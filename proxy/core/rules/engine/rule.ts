import type { Grade } from '#core/model/finding.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import type { ElapsedUs, Seq } from '#core/units.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import type { EventEntry, FrameEntry, Side, StderrEntry } from '#core/wire/entry.ts';

/** A place where a rule was broken, with what the reader needs. `message` is one sentence without a full stop. */
export interface Breach {
  readonly seq: Seq;
  /** Who is at fault. */
  readonly side: Side;
  readonly message: string;
  readonly seen?: string;
  readonly expected?: string;
  /** JSON pointer into the frame. */
  readonly pointer?: string;
  /** The earlier entries that this one contradicts. */
  readonly related?: readonly Seq[];
  /** Replaces the rule's own grade: milder in excusing circumstances, harder where one version is stricter. */
  readonly grade?: Grade;
  /** Set by rules with `restsOn`: the session in which an update is missing, and the entry since when, if not `seq`. */
  readonly missedIn?: string;
  readonly missedSince?: Seq;
}

/** A breach with the rule it breaks. */
export interface Finding extends Omit<Breach, 'missedIn' | 'missedSince'> {
  readonly rule: string;
  readonly grade: Grade;
}

/** A rule reports here. A rule that reports nothing was not exercised, which is not the same as kept. */
export interface Verdict {
  kept(): void;
  broken(breach: Breach): void;
}

/** How a recording ended. Not `orderly`: killed or cut, so a missing frame proves little. */
export interface End {
  readonly orderly: boolean;
  /** acptap ended the agent or a stream, so nobody is at fault for a missing frame. */
  readonly cutShort?: boolean;
  readonly seq: Seq;
  readonly elapsed: ElapsedUs;
}

/** The common members of requests and notifications. `exchange` is set for requests. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly session: string | undefined;
  readonly ref: MessageRef;
  readonly exchange?: Exchange;
}

type EventOf<Kind extends TraceEvent['kind']> = Extract<TraceEvent, { kind: Kind }>;

/**
 * The event handlers of a rule, one instance per connection. A recorded proxy has two connections; on the one to its
 * successor it is the client. A watcher keeps only open obligations, so its memory is bounded. `trace` is the state
 * after the entry. Handlers run for every frame of long recordings: they allocate nothing while a rule is kept, and
 * never search a whole body.
 */
export interface Watcher {
  frame?(frame: FrameEntry, decoded: Decoded, verdict: Verdict, trace: Trace): void;
  request?(event: EventOf<'request'>, verdict: Verdict, trace: Trace): void;
  notification?(event: EventOf<'notification'>, verdict: Verdict, trace: Trace): void;
  /** A request or a notification, for rules that treat both alike. */
  call?(call: Call, verdict: Verdict, trace: Trace): void;
  /** A `session/update` with a session. `notification` is called for it as well. */
  update?(event: EventOf<'update'>, verdict: Verdict, trace: Trace): void;
  answered?(event: EventOf<'answered'>, verdict: Verdict, trace: Trace): void;
  orphan?(event: EventOf<'orphan'>, verdict: Verdict, trace: Trace): void;
  /** The client has introduced itself, or the agent has answered. */
  handshake?(event: EventOf<'handshake'>, verdict: Verdict, trace: Trace): void;
  /** A session was opened, or closed when it has `closed`. Called after `answered` for the response that did it. */
  session?(event: EventOf<'session'>, verdict: Verdict, trace: Trace): void;
  /** A prompt turn has started, or ended when it has `ended`. */
  turn?(event: EventOf<'turn'>, verdict: Verdict, trace: Trace): void;
  toolCall?(event: EventOf<'tool-call'>, verdict: Verdict, trace: Trace): void;
  /** A terminal was created, or the agent asked for its release when it has `released`. */
  terminal?(event: EventOf<'terminal'>, verdict: Verdict, trace: Trace): void;
  permission?(event: EventOf<'permission'>, verdict: Verdict, trace: Trace): void;
  /** A piece of the agent's stderr. */
  stderr?(piece: StderrEntry, verdict: Verdict, trace: Trace): void;
  /** A process event. After a `gap`, frames that seem to be missing may only be unrecorded. */
  event?(event: EventEntry, verdict: Verdict, trace: Trace): void;
  /** No entry will follow. Only here can a rule report a missing frame. */
  ended?(end: End, verdict: Verdict, trace: Trace): void;
}

/** A rule is a file; its id is its path below `rules/`. */
export interface Rule {
  readonly id: string;
  readonly grade: Grade;
  /** The side that can break the rule. `sender`: the sender of the frame. */
  readonly binds: Side | 'sender';
  readonly versions: readonly ProtocolVersion[];
  /** For rules about frames and ids. Messages in envelopes have neither, so only the envelope is judged. */
  readonly about?: 'frames';
  /**
   * For rules that report a missing update: the `sessionUpdate` values that they wait for. Where one of these may have
   * come in an unreadable form (see `createLostUpdates`), the breach is dropped: the unreadable update is the mistake.
   */
  readonly restsOn?: readonly string[];
  /** The requirement in our own words, one sentence or two. */
  readonly requires: string;
  /** The URL of the specification page. */
  readonly source: string;
  /** The behaviour of real peers with such a frame. */
  readonly peers: string;
  start(): Watcher;
  /**
   * Transcripts (see `wire/transcript.ts`). Each of `breaks` breaks this rule and no other. Each of `keeps` exercises
   * this rule and breaks none. An example continues in a session `s` of version 1, unless it has its own `initialize`
   * or starts with a comment that describes its beginning. Without an `exit` event it is live: nothing is missing yet.
   */
  readonly examples: { readonly breaks: readonly string[]; readonly keeps: readonly string[] };
}

export const defineRule = (rule: Rule): Rule => rule;
