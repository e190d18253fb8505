import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exit } from '#core/wire/exit.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { ElapsedUs, Seq } from '#core/wire/units.ts';

/** One message of an agent's line, as far as playing it needs. */
export type Said =
  | { readonly kind: 'request'; readonly id: IdToken; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly variant: string | undefined }
  /** `to` is the client line that it answers; undefined where nothing was asked. */
  | { readonly kind: 'response'; readonly id: IdToken | undefined; readonly to: number | undefined };

/** A frame for us to play. Lines are known by their index in the script. */
export interface AgentLine {
  readonly from: 'agent';
  readonly index: number;
  readonly seq: Seq;
  readonly at: ElapsedUs;
  readonly bytes: Uint8Array;
  /** Several in a batch, none where the agent wrote something else than messages. */
  readonly says: readonly Said[];
  readonly lane: number;
  /** Client lines that must have come, beyond those that the lines before it in its lane wait for. */
  readonly waits: readonly number[];
  /** The request that this part of the session belongs to: a prompt, or what opened the session. It must have come, too. */
  readonly main: number | undefined;
  /** Answers `session/new` or `session/fork`: updates should not follow at once. */
  readonly opens: boolean;
  /** It came after the client had closed the agent's stdin: a client that closes need not get it. */
  readonly afterEof: boolean;
}

/** A message for the client to say. Elements of a batch are lines of their own. */
export interface ClientLine {
  readonly from: 'client';
  readonly index: number;
  readonly seq: Seq;
  readonly at: ElapsedUs;
  /** Undefined where the client wrote something that is no message. */
  readonly message: Message | undefined;
  /** For a response: the method it answers. */
  readonly method: string;
  readonly session: string | undefined;
  readonly lane: number;
  /** Lanes in which a line waits for it. */
  readonly wakes: readonly number[];
  /** A request: the agent's line that answers it. */
  readonly answer?: number;
  /** A prompt: the agent's line that ends its turn. */
  readonly turnEnd?: number;
  /** A response: the agent's line that asked. */
  readonly asked?: number;
  /** A cancel: the prompts that were open then. */
  readonly cancels?: readonly number[];
  /** A `$/cancel_request`: the client's request that it names. */
  readonly meant?: number;
  /** A request with the id of one that had no answer yet. */
  readonly reusesId?: boolean;
}

export type ScriptLine = AgentLine | ClientLine;

/** What the agent's process did beside the wire: told on the same clock, after the line it followed. */
export interface Aside {
  /** The line it followed; -1 for the beginning. */
  readonly after: number;
  readonly at: ElapsedUs;
  readonly what: { readonly kind: 'stderr'; readonly bytes: Uint8Array } | ({ readonly kind: 'exit' } & Exit);
  /** It came after the client had closed the agent's stdin. */
  readonly afterEof: boolean;
}

/**
 * A recording as a partial order. Lines are in recorded order. Agent lines of one lane keep their order; lanes are independent: one
 * for the connection, one for each session.
 */
export interface Script {
  readonly lines: readonly ScriptLine[];
  /** The agent's lines of each lane. Lane 0 is the connection's. */
  readonly lanes: readonly (readonly AgentLine[])[];
  /** The lane of each session. */
  readonly sessions: ReadonlyMap<string, number>;
  /** What the client said, in order. */
  readonly client: readonly ClientLine[];
  readonly asides: readonly Aside[];
  /** As the recorded agent answered; undefined where it did not. */
  readonly negotiated: number | undefined;
  readonly version: ProtocolVersion;
}

export const isClientLine = (line: ScriptLine | undefined): line is ClientLine => line?.from === 'client';
export const isAgentLine = (line: ScriptLine | undefined): line is AgentLine => line?.from === 'agent';
