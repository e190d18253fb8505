import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { ElapsedUs, Seq } from '#core/units.ts';
import type { Exit } from '#core/wire/exit.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';

/** The parts of an agent's message that a replay needs. */
export type PlayedMessage =
  | { readonly kind: 'request'; readonly id: IdToken; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly variant: string | undefined }
  /** `to` is the client line that it answers; undefined without a request. */
  | { readonly kind: 'response'; readonly id: IdToken | undefined; readonly to: number | undefined };

/** A frame to play. Lines are known by their index in the playbook. */
export interface AgentLine {
  readonly from: 'agent';
  readonly index: number;
  readonly seq: Seq;
  readonly elapsed: ElapsedUs;
  readonly bytes: Uint8Array;
  /** Several in a batch, none where the agent wrote something other than messages. */
  readonly messages: readonly PlayedMessage[];
  readonly lane: number;
  /** Client lines that must have come, besides those that earlier lines of its lane wait for. */
  readonly waits: readonly number[];
  /** The request that this part of the session follows, a prompt for example. It must have come too. */
  readonly main: number | undefined;
  /** Answers `session/new` or `session/fork`: updates should not follow at once. */
  readonly opens: boolean;
  /** Came after the client had closed the agent's stdin: a client that closes need not get it. */
  readonly afterEof: boolean;
}

/** A message expected from the client. Elements of a batch are lines of their own. */
export interface ClientLine {
  readonly from: 'client';
  readonly index: number;
  readonly seq: Seq;
  readonly elapsed: ElapsedUs;
  /** Undefined where the client wrote something that is not a message. */
  readonly message: Message | undefined;
  /** For a response: the method it answers. */
  readonly method: string;
  readonly session: string | undefined;
  readonly lane: number;
  /** Lanes with a line that waits for it. */
  readonly wakes: readonly number[];
  /** For a request: the agent's line that answers it. */
  readonly answer?: number;
  /** For a prompt: the agent's line that ends its turn. */
  readonly turnEnd?: number;
  /** For a response: the agent's line with the request. */
  readonly asked?: number;
  /** For a cancel: the prompts that were open at that time. */
  readonly cancels?: readonly number[];
  /** For a `$/cancel_request`: the client's request that it names. */
  readonly cancelledRequest?: number;
  /** For a request: its id is that of an open request. */
  readonly reusesId?: boolean;
}

export type PlaybookLine = AgentLine | ClientLine;

/** A piece of stderr or the end of the agent's process, played after line `after`. Has the same clock as the lines. */
export interface Aside {
  /** The index of the line before it; -1 at the beginning. */
  readonly after: number;
  readonly elapsed: ElapsedUs;
  readonly what: { readonly kind: 'stderr'; readonly bytes: Uint8Array } | ({ readonly kind: 'exit' } & Exit);
  /** Came after the client had closed the agent's stdin. */
  readonly afterEof: boolean;
}

/**
 * A recording as a partial order. Lines are in recorded order. Agent lines of one lane keep their order; lanes are
 * independent: one for the connection, one for each session.
 */
export interface Playbook {
  readonly lines: readonly PlaybookLine[];
  /** The agent's lines of each lane. Lane 0 is the connection's. */
  readonly lanes: readonly (readonly AgentLine[])[];
  /** The lane of each session. */
  readonly sessions: ReadonlyMap<string, number>;
  /** The client's messages, in order. */
  readonly client: readonly ClientLine[];
  readonly asides: readonly Aside[];
  /** The protocol version that the recorded agent answered; undefined without an answer. */
  readonly negotiated: number | undefined;
  readonly version: ProtocolVersion;
}

export const isClientLine = (line: PlaybookLine | undefined): line is ClientLine => line?.from === 'client';
export const isAgentLine = (line: PlaybookLine | undefined): line is AgentLine => line?.from === 'agent';
