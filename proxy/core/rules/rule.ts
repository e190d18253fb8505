import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Place } from '#core/trace/place.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import type { Decoded } from '#core/wire/decode.ts';
import type { EventEntry, FrameEntry, Side } from '#core/wire/entry.ts';
import type { ElapsedUs, Seq } from '#core/wire/units.ts';

/**
 * How bad a broken rule is. `error`: a MUST is broken, or receivers reject the frame. `warning`: a SHOULD is broken, or
 * receivers silently drop or replace something. `note`: worth knowing.
 */
export type Grade = (typeof GRADES)[number];

/** The worst first. */
export const GRADES = ['error', 'warning', 'note'] as const;

/** A grade, and all that are worse. */
export const fromGrade = (grade: Grade): readonly Grade[] => GRADES.slice(0, GRADES.indexOf(grade) + 1);

/** Where a rule applied and was broken: what the reader needs to see it. Wording is one sentence without a full stop. */
export interface Breach {
  readonly seq: Seq;
  /** Who is at fault. */
  readonly side: Side;
  readonly message: string;
  readonly seen?: string;
  readonly expected?: string;
  /** JSON pointer into the frame. */
  readonly pointer?: string;
  /** The earlier entries this one contradicts. */
  readonly related?: readonly Seq[];
  /** Another grade than the rule's own: milder where circumstances excuse, harder where one version is stricter. */
  readonly grade?: Grade;
  /** Said by a rule with `restsOn`: the session in which it misses something, and the entry since when, if that is not `seq`. */
  readonly missedIn?: string;
  readonly missedSince?: Seq;
}

/** A breach with the rule it breaks. */
export interface Finding extends Omit<Breach, 'missedIn' | 'missedSince'> {
  readonly rule: string;
  readonly grade: Grade;
}

/** What a rule reports to. A rule that reports nothing was not exercised, which is not the same as kept. */
export interface Verdict {
  kept(): void;
  broken(breach: Breach): void;
}

/** How a recording ended. Not `orderly`: a process was killed or the recording cut, so an absence proves little. */
export interface End {
  readonly orderly: boolean;
  readonly seq: Seq;
  readonly at: ElapsedUs;
}

/** What a request and a notification have in common. `exchange` is there for requests. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly session: string | undefined;
  readonly place: Place;
  readonly exchange?: Exchange;
}

type EventOf<Kind extends TraceEvent['kind']> = Extract<TraceEvent, { kind: Kind }>;

/**
 * What a rule listens to, one instance per connection: a recorded proxy has two, and on the one to its successor it is the client. It
 * keeps only what is still owed, so its memory is bounded by what is open. `trace` is the connection after the entry. Handlers run for
 * every frame of long recordings: they allocate nothing while a rule is kept, and never search a whole body.
 */
export interface Watcher {
  frame?(frame: FrameEntry, decoded: Decoded, verdict: Verdict, trace: Trace): void;
  request?(event: EventOf<'request'>, verdict: Verdict, trace: Trace): void;
  notification?(event: EventOf<'notification'>, verdict: Verdict, trace: Trace): void;
  /** A request or a notification: for rules to which that makes no difference. */
  call?(call: Call, verdict: Verdict, trace: Trace): void;
  /** A `session/update` with a session. Its `notification` is told too. */
  update?(event: EventOf<'update'>, verdict: Verdict, trace: Trace): void;
  answered?(event: EventOf<'answered'>, verdict: Verdict, trace: Trace): void;
  orphan?(event: EventOf<'orphan'>, verdict: Verdict, trace: Trace): void;
  /** The client has introduced itself, or the agent has answered. */
  handshake?(event: EventOf<'handshake'>, verdict: Verdict, trace: Trace): void;
  /** A session was opened, or closed when it has `closed`. Told after the answer that did it. */
  session?(event: EventOf<'session'>, verdict: Verdict, trace: Trace): void;
  /** A prompt turn has started, or ended when it has `ended`. */
  turn?(event: EventOf<'turn'>, verdict: Verdict, trace: Trace): void;
  toolCall?(event: EventOf<'tool-call'>, verdict: Verdict, trace: Trace): void;
  /** A terminal was made, or is to be released when it has `released`. */
  terminal?(event: EventOf<'terminal'>, verdict: Verdict, trace: Trace): void;
  permission?(event: EventOf<'permission'>, verdict: Verdict, trace: Trace): void;
  /** Something happened to the process or the recording. After a `gap`, what seems to be missing may only be unrecorded. */
  event?(event: EventEntry, verdict: Verdict, trace: Trace): void;
  /** No entry will follow. The only place to report that something never came. */
  ended?(end: End, verdict: Verdict, trace: Trace): void;
}

/** A rule is a file; its id is its path below `rules/`. */
export interface Rule {
  readonly id: string;
  readonly grade: Grade;
  /** Who can break it. `sender`: whoever sent the frame. */
  readonly binds: Side | 'sender';
  readonly versions: readonly ProtocolVersion[];
  /** For a rule about frames and ids: a message in an envelope has neither, so this is judged of the envelope alone. */
  readonly about?: 'frames';
  /**
   * For a rule that misses something which updates tell: the kinds of update, as their `sessionUpdate` has it. Where one of them may have
   * come in a way that nobody can read (see `createLostUpdates`), the rule says nothing: that is the mistake.
   */
  readonly restsOn?: readonly string[];
  /** The requirement in our own words, one sentence or two. */
  readonly requires: string;
  /** The page that says so. */
  readonly source: string;
  /** What real peers do with such a frame. */
  readonly peers: string;
  start(): Watcher;
  /**
   * Transcripts (see `wire/transcript.ts`). Each `breaks` gives at least one breach of this rule and of no other, each `keeps` none,
   * and exercises it. An example goes on in a session `s` of version 1, unless it has an `initialize` of its own or starts with a
   * comment that says how it begins. Without an `exit` event it is live: nothing is missing yet.
   */
  readonly examples: { readonly breaks: readonly string[]; readonly keeps: readonly string[] };
}

export const defineRule = (rule: Rule): Rule => rule;
