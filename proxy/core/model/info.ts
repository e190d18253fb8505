import type { Implementation } from './recording-summary.ts';

/**
 * The two peers and their capabilities: `GET /api/recordings/:id/info`. Each fact has the `seq` of its entry; null
 * without one. Names and values are those of the wire. Long texts and long lists are cut, and counted or marked.
 */
export interface Info {
  readonly handshake: Handshake;
  readonly process: ProcessFacts;
  /**
   * Every capability of the negotiated version, the client's first. Those of version 1 as long as none is negotiated.
   */
  readonly capabilities: readonly CapabilityFacts[];
  /** Other advertised capabilities: extensions and misspelt names. At most MAX_LISTED. */
  readonly others: readonly OtherCapability[];
  readonly authMethods: readonly AuthMethod[];
  /** The steps before the first prompt: handshake, logins, sessions. The first MAX_LISTED. */
  readonly setup: readonly SetupStep[];
  /** The first MAX_LISTED, in the order of opening. */
  readonly sessions: readonly SessionFacts[];
  readonly sessionCount: number;
}

export const MAX_LISTED = 100;

/** Texts from the wire are cut after this many UTF-16 units. */
export const MAX_TEXT = 300;

export interface Handshake {
  /** The last `initialize` request, with the requested version if it is a number. */
  readonly asked: { readonly seq: number; readonly version: number | null } | null;
  /** The last successful response, the version negotiated by it, and its duration in microseconds. */
  readonly answered: { readonly seq: number; readonly version: number | null; readonly duration: number } | null;
  readonly client: Implementation | null;
  readonly agent: Implementation | null;
}

/** The events of the agent's process. */
export interface ProcessFacts {
  readonly spawned: { readonly seq: number; readonly t: number; readonly pid: number | null } | null;
  readonly exited: {
    readonly seq: number;
    readonly t: number;
    readonly code: number | null;
    readonly signal: string | null;
  } | null;
}

/** `unknown`: not advertised yet, or with a value that is neither yes nor no. */
export type Advertised = 'yes' | 'no' | 'unknown';

export interface CapabilityFacts {
  /** The side that has the capability and advertises it. The other side uses it. */
  readonly owner: 'client' | 'agent';
  /** The path below the owner's capabilities: `fs.readTextFile`. */
  readonly path: string;
  readonly advertised: Advertised;
  /** The request or response of the handshake that advertises it. */
  readonly seq: number | null;
  /** The number of messages that use it, and the first of them. */
  readonly uses: number;
  readonly firstUse: number | null;
  /** The rule that the other side breaks by using a capability that is not advertised. */
  readonly rule: string;
}

export interface OtherCapability {
  readonly owner: 'client' | 'agent';
  readonly path: string;
  /** JSON text. */
  readonly value: string;
  readonly seq: number;
}

/** A way to log in that the agent lists. */
export interface AuthMethod {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  /** `agent` if the method has no type. */
  readonly type: string;
}

export interface SetupStep {
  readonly method: string;
  /** `seq` of the request. */
  readonly seq: number;
  readonly t: number;
  /** null while it is open. */
  readonly duration: number | null;
  readonly ok: boolean | null;
}

export interface SessionFacts {
  readonly id: string;
  /** The method that opened it: `session/new`, `session/load`, … */
  readonly by: string;
  /** `seq` of that request. */
  readonly seq: number;
  /** Time until the response, in microseconds. */
  readonly duration: number;
  readonly cwd: string | null;
  readonly closed: { readonly by: string; readonly seq: number } | null;
  /** These four are null if the agent sent none. `seq`: the latest entry with the value. */
  readonly modes: Choice | null;
  readonly models: Choice | null;
  readonly options: { readonly list: readonly ConfigOption[]; readonly seq: number } | null;
  readonly commands: { readonly list: readonly SlashCommand[]; readonly seq: number } | null;
}

/** The current one of several choices, by id. */
export interface Choice {
  readonly current: string | null;
  readonly available: readonly { readonly id: string; readonly name: string | null }[];
  readonly seq: number;
}

export interface ConfigOption {
  readonly id: string;
  readonly name: string | null;
  /** The chosen value, as JSON text; null if none is given. */
  readonly current: string | null;
  /** The number of values to choose from; null if they are not listed. */
  readonly values: number | null;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string | null;
}
