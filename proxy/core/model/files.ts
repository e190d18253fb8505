import type { CutText } from './cut-text.ts';
import type { Delivery } from './delivery.ts';

/**
 * An operation of the agent on one file: a read, a proposal, a permission or a write; or a mention, if a tool call only
 * names the file. core/files derives the operations.
 *
 *     GET /api/recordings/:id/files?q=…&folder=…&from=0&count=100        FilesWindow, count ≤ MAX_FILES
 *     GET /api/recordings/:id/operations?path=…&q=…&from=0&count=20      OperationsWindow, count ≤ MAX_OPERATIONS
 */
export type FileOperation = {
  /** The first entry of the operation, and its time in µs. */
  readonly seq: number;
  readonly t: number;
  /** Absolute if the folder of its session is known. */
  readonly path: string;
  readonly session: string | null;
  readonly turn: number | null;
  /** The tool call of the operation. Of several running calls, the call that names the file. */
  readonly call: CallName | null;
  /** Present if acptap changed its message or kept it from the client. Members are those that the client was given. */
  readonly delivery?: Delivery;
} & (FileRead | FileProposal | FilePermission | FileWrite | FileMention);

export interface CallName {
  readonly id: string | null;
  readonly title: string | null;
  readonly kind: string | null;
  readonly status: string | null;
  /** Number of its group, and its first entry. */
  readonly group: number;
  readonly first: number;
}

/** A read through the client. */
export interface FileRead {
  readonly kind: 'read';
  readonly answered: number | null;
  readonly isFailed: boolean;
  /** First line and number of lines, if the agent asked for a part only. */
  readonly line: number | null;
  readonly limit: number | null;
  readonly characters: number | null;
}

/**
 * A difference that a tool call or its permission request showed: two texts, whole or a part, or a patch (version 2).
 * The same difference shown again counts in `repeats`.
 */
export interface FileProposal extends Permitted {
  readonly kind: 'proposal';
  readonly isPatch: boolean;
  /** `add`, `delete`, `move` …; null if the agent sent none. */
  readonly change: string | null;
  /** Lines; null for a patch without text. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly repeats: number;
  readonly outcome: ProposalOutcome;
  /** The entry of its write. */
  readonly write: number | null;
  /** True if its old text is not in the file's text before, which a read or a write has. */
  readonly isStale: boolean;
}

/**
 * - `open`         the call has not ended
 * - `unanswered`   its write through the client has no response, so far or at all
 * - `written`      written through the client, as proposed
 * - `different`    something else was written through the client
 * - `by-agent`     the call completed without a write through the client: the agent wrote the file itself, because it
 *                  writes none through the client, or the client offers no writes
 * - `unrecorded`   the same, but the agent writes files through the client, or the permission was refused: whether it
 *                  wrote this one is unknown
 * - `rejected`     the permission was refused, and the call did not complete
 * - `not-written`  the call failed or was cancelled
 * - `replaced`     the call proposed something else later
 * - `reported`     shown after the decision or the write
 * - `history`      shown while an earlier session was loaded
 */
export type ProposalOutcome =
  | 'open'
  | 'unanswered'
  | 'written'
  | 'different'
  | 'by-agent'
  | 'unrecorded'
  | 'rejected'
  | 'not-written'
  | 'replaced'
  | 'reported'
  | 'history';

export interface FilePermission {
  readonly kind: 'permission';
  readonly answered: number | null;
  readonly decision: Decision;
  /** The name of the chosen option. */
  readonly option: string | null;
  /** µs until the answer. */
  readonly waited: number | null;
  /** True for a response of acptap itself, or one that it changed. */
  readonly isByAcptap: boolean;
}

/** `unclear`: an error, or an option of an unknown kind. */
export type Decision = 'open' | 'allowed' | 'rejected' | 'unclear';

/** How a change was permitted, when it was made. `asked`: the permission request. */
export interface Permitted {
  /**
   * `earlier`: this call did not ask, but a person allowed something for the whole session before; only the agent knows
   * what that covers. `none`: nobody was asked. null for what was not carried out.
   */
  readonly permission: Decision | 'earlier' | 'none' | null;
  readonly asked: number | null;
  /** True if acptap gave the answer to that request. */
  readonly isByAcptap: boolean;
}

/** A write through the client; one that acptap kept from the client has no texts to compare. */
export interface FileWrite extends Permitted {
  readonly kind: 'write';
  readonly answered: number | null;
  readonly isFailed: boolean;
  readonly characters: number;
  /** Lines, compared with the text before; null if that text is unknown. */
  readonly added: number | null;
  readonly removed: number | null;
  /** The entry with the text before: a read or a write. */
  readonly before: number | null;
  /** The entry with the proposal that the call showed last. */
  readonly proposal: number | null;
  readonly match: Match;
}

/**
 * - `same`        written as proposed
 * - `part`        the text contains the proposed part; the rest of the text was not shown
 * - `different`   not as proposed
 * - `unproposed`  the call showed no difference for this file
 * - `unknown`     the proposal was a patch, or too long to keep
 */
export type Match = 'same' | 'part' | 'different' | 'unproposed' | 'unknown';

/** A file that a tool call names without another recorded operation: perhaps the agent itself read or edited it. */
export interface FileMention {
  readonly kind: 'mention';
  /** True for an edit by an agent that writes files through the client: it is no change by the agent itself. */
  readonly isUnrecorded: boolean;
}

/** A file, and its operations in numbers. */
export interface FileRow extends FileTotals {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  /** The entry with the last whole text that passed: a write or a read; null without one. */
  readonly text: number | null;
}

export interface FileTotals {
  readonly reads: number;
  readonly proposals: number;
  readonly permissions: number;
  readonly writes: number;
  /** Changes by the agent itself: completed proposals without a write through the client, unless they were refused. */
  readonly byAgent: number;
  readonly mentions: number;
  /** Reads and writes that acptap kept from the client; the counts above do not have them. */
  readonly undelivered: number;
  /** Lines of the writes, and of the changes by the agent itself. */
  readonly added: number;
  readonly removed: number;
  /** Writes that were not as proposed. */
  readonly different: number;
  /** Changes that nobody was asked about, and writes after a refusal. */
  readonly unasked: number;
  readonly despiteRefusal: number;
  /** Refused proposals whose call completed: whether they were written is unknown. */
  readonly completedDespiteRefusal: number;
}

export interface FilesQuery {
  /** A filter; empty for no filter. A file is listed with the operations that have a matching entry. */
  readonly q: string;
  /** Only files in this folder; empty for all. */
  readonly folder: string;
  readonly from: number;
  readonly count: number;
}

export const MAX_FILES = 500;

/** Files in the order of their first operation. */
export interface FilesWindow {
  readonly from: number;
  readonly files: readonly FileRow[];
  readonly total: number;
  /** The number of files without filter and folder. */
  readonly unfiltered: number;
  readonly totals: FileTotals;
  /** Tool calls and terminals that ran a command: which files they changed is not recorded. */
  readonly commands: number;
  /** Operations that were too many to keep. */
  readonly unread: number;
  /** The folders of all files and their common parent folders, by name. At most MAX_FOLDERS. */
  readonly folders: readonly string[];
}

export const MAX_FOLDERS = 500;

export interface OperationsQuery {
  readonly path: string;
  readonly q: string;
  readonly from: number;
  readonly count: number;
}

export const MAX_OPERATIONS = 50;

/** The operations of one file in order, with their texts. */
export interface OperationsWindow {
  readonly from: number;
  readonly operations: readonly ShownOperation[];
  readonly total: number;
  /** The last whole text that passed; only in the window with the last operation. */
  readonly text: (CutText & { readonly seq: number }) | null;
}

/** An operation with its texts. */
export interface ShownOperation {
  readonly operation: FileOperation;
  /** For a proposal, its two texts; for a write, the text before and the written text. */
  readonly difference: TextPair | null;
  /** The text of a patch. */
  readonly patch: CutText | null;
  /** For a write that differs from its proposal, the proposed text and the written text. */
  readonly against: TextPair | null;
}

/** Two texts; both null if they are too long to show. `before` is null for a new file, or if it is unknown. */
export interface TextPair {
  readonly before: string | null;
  readonly after: string | null;
  /** Characters that are not shown. */
  readonly missing: number;
}
