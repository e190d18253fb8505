import type { Implementation } from './api.ts';

/**
 * Who talks to whom, and what both can do: `GET /api/recordings/:id/info`. Beside each fact stands the entry that told it (`seq`), null
 * where none did. Names and values are those of the wire; long texts are cut, long lists too, and say so.
 */
export interface Info {
  readonly handshake: Handshake;
  readonly process: ProcessFacts;
  /** Every capability that the spoken version knows, the client's first. Of version 1 where none is agreed on (yet). */
  readonly capabilities: readonly CapabilityFacts[];
  /** What else was advertised: extensions, and what is misspelt. At most MAX_LISTED. */
  readonly others: readonly OtherCapability[];
  readonly authMethods: readonly AuthMethod[];
  /** What had to be done before the first prompt: handshake, logins, sessions. The first MAX_LISTED. */
  readonly setup: readonly SetupStep[];
  /** The first MAX_LISTED, in the order in which they were opened. */
  readonly sessions: readonly SessionFacts[];
  readonly sessionCount: number;
}

export const MAX_LISTED = 100;

/** Texts of the wire are cut after this many UTF-16 units. */
export const MAX_TEXT = 300;

export interface Handshake {
  /** The last request: the version the client asked for, as it was written if that is a number. */
  readonly asked: { readonly seq: number; readonly version: number | null } | null;
  /** The last answer with a result, the version that is spoken from then on, and how long it took in microseconds. */
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

/** `unknown`: nothing was said yet, or something that is neither a yes nor a no. */
export type Advertised = 'yes' | 'no' | 'unknown';

export interface CapabilityFacts {
  /** Who has it, and says so. The other side uses it. */
  readonly owner: 'client' | 'agent';
  /** The place below the owner's capabilities: `fs.readTextFile`. */
  readonly path: string;
  readonly advertised: Advertised;
  /** Where it was said: the request or the answer of the handshake. */
  readonly seq: number | null;
  /** How many messages made use of it, and the first of them. */
  readonly uses: number;
  readonly firstUse: number | null;
  /** The rule that is broken when it is used though it was not advertised. */
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
  /** `agent` where it says none. */
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
  /** How long the answer took, in microseconds. */
  readonly duration: number;
  readonly cwd: string | null;
  readonly closed: { readonly by: string; readonly seq: number } | null;
  /** null where the agent gave none; the same of the three below. `seq`: the entry that said it last. */
  readonly modes: Choice | null;
  readonly models: Choice | null;
  readonly options: { readonly list: readonly ConfigOption[]; readonly seq: number } | null;
  readonly commands: { readonly list: readonly SlashCommand[]; readonly seq: number } | null;
}

/** One of several, by id. */
export interface Choice {
  readonly current: string | null;
  readonly available: readonly { readonly id: string; readonly name: string | null }[];
  readonly seq: number;
}

export interface ConfigOption {
  readonly id: string;
  readonly name: string | null;
  /** The value that is chosen, as JSON text; null where none is said. */
  readonly current: string | null;
  /** How many values there are to choose from; null where they are not listed. */
  readonly values: number | null;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string | null;
}
