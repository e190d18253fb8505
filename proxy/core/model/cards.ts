import type { CutText } from './cut-text.ts';
import type { Delivery } from './delivery.ts';
import type { ShownOperation } from './files.ts';
import type { Grade } from './finding.ts';
import type { Group } from './group.ts';
import type { Interventions } from './row.ts';

/**
 * A recording as the user of the editor saw it: one card for each message, action or question.
 *
 *     GET /api/recordings/:id/conversation?session=ID&from=0&count=40    ConversationWindow, count ≤ MAX_CARDS
 *     GET /api/recordings/:id/conversation?around=SEQ&count=40           the card that shows entry SEQ is at `index`
 *     GET /api/recordings/:id/conversation?quick=true                    see `isPartial`
 *     GET /api/recordings/:id/conversation/seek?text=…&from=SEQ&step=1   SeekResult: see CardSeekQuery
 *
 * With `q=FILTER` the list has the cards with a matching entry; each card still shows its whole group.
 *
 * Cards are made of groups of entries (see group.ts), in the order of their first entry, so new cards only
 * come at the end. The result of a turn is a card of its own, where the turn ended. Without `session` the
 * list has the cards of all sessions.
 */
export interface ConversationWindow {
  readonly from: number;
  readonly cards: readonly Card[];
  /** The number of cards in this list. */
  readonly total: number;
  /** The number of cards without the filter. */
  readonly unfiltered: number;
  /**
   * Position of the card that shows the `around` entry, else of the last card before it. null without
   * `around` or cards.
   */
  readonly index: number | null;
  /** Every session that has cards, in the order they were opened. */
  readonly sessions: readonly string[];
  /** As in the live feed: these cards may have changed when the feed sends another revision. */
  readonly revision: number;
  /** The answer to a quick query of a long recording: tool calls have no proposals and writes yet. Ask again for them. */
  readonly isPartial?: true;
}

export const MAX_CARDS = 100;

/** The query as data. `session` undefined: the cards of all sessions. */
export interface ConversationQuery {
  readonly session: string | undefined;
  /** A filter; empty for no filter. */
  readonly q: string;
  /** The first card, or the entry to put in the middle of the window. */
  readonly at: { readonly from: number } | { readonly around: number };
  readonly count: number;
  /** True to get an answer soon, even a partial one. Default: false. */
  readonly quick?: boolean;
}

/** Searches the texts that cards show, which chunks of the wire may have in pieces. Ignores case. */
export interface CardSeekQuery extends Pick<ConversationQuery, 'session' | 'q'> {
  readonly text: string;
  /** An entry: the search starts at the card that shows it. -1 for a place before the first card. */
  readonly from: number;
  /** 1: the next card with the text; -1: the previous one; both wrap around. 0: also tests the card at `from`. */
  readonly step: 0 | 1 | -1;
}

/** The view of one group of entries, or of the end of a turn. */
export type Card = CardPlace & CardBody;

export interface CardPlace {
  /** Number of its group. */
  readonly group: number;
  readonly part: CardPart;
  readonly session: string | null;
  /** Number of its turn. */
  readonly turn: number | null;
  /** Its first and last entry, and the number of entries. The first entry identifies a card with a `part`. */
  readonly first: number;
  readonly last: number;
  readonly entries: number;
  /** The number of entries that were not read, because the group has too many. */
  readonly unread: number;
  /** µs of its first entry. */
  readonly t: number;
  /** µs of its last entry; null while more is expected. */
  readonly until: number | null;
  /** The findings of these entries. */
  readonly findings: { readonly grade: Grade; readonly count: number } | null;
  /** Present for a tool call: its waits for the client, for the person and for acptap. */
  readonly time?: Pick<Group, 'human' | 'client' | 'acptap' | 'waiting'>;
  /** Present if acptap touched some of these entries. */
  readonly interventions?: Interventions;
}

/** `whole`: all of a group. `entry`: one entry of it. `end`: the result of a turn; the turn's `whole` is its prompt. */
export type CardPart = 'whole' | 'entry' | 'end';

export type CardBody =
  | SessionBody
  | { readonly kind: 'prompt'; readonly blocks: readonly Block[] }
  | { readonly kind: 'message'; readonly by: 'agent' | 'user' | 'thought'; readonly blocks: readonly Block[] }
  | { readonly kind: 'plan'; readonly plans: readonly Plan[] }
  | ToolCallBody
  | { readonly kind: 'permission'; readonly asks: readonly PermissionAsk[] }
  | { readonly kind: 'files'; readonly files: readonly FileAccess[] }
  | { readonly kind: 'terminal'; readonly terminals: readonly TerminalView[] }
  | { readonly kind: 'question'; readonly question: Question }
  | ChangeBody
  | { readonly kind: 'notice'; readonly severity: string | null; readonly title: string; readonly text: string | null }
  | TurnEndBody
  | { readonly kind: 'process'; readonly text: string; readonly isTrouble: boolean; readonly isOwn: boolean };

/** A content block. `seq` is the entry that holds it, or its beginning. */
export type Block = { readonly seq: number } & (
  | ({ readonly kind: 'text' } & CutText)
  /** `data` is base64; null where the image is too large. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string | null; readonly bytes: number }
  | { readonly kind: 'audio'; readonly mimeType: string; readonly bytes: number }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string; readonly title: string | null }
  /** `content` is null for a resource that is not text. `bytes` counts the characters of a text. */
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly mimeType: string | null;
      readonly content: CutText | null;
      readonly bytes: number;
    }
  /** The JSON of a block of an unknown type. */
  | ({ readonly kind: 'other'; readonly type: string } & CutText)
);

export interface SessionBody {
  readonly kind: 'session';
  readonly method: string;
  /** null if the response does not name the session, nor the request (a fork's request names another session). */
  readonly id: string | null;
  readonly cwd: string | null;
  readonly mode: string | null;
  readonly model: string | null;
  readonly mcpServers: readonly string[];
  readonly failure: Failure | null;
}

/** The error object of a response. */
export interface Failure {
  readonly seq: number;
  readonly code: number | null;
  readonly message: string;
}

/** `items` of a checklist, or a plan written as markdown, or a file that holds it. */
export interface Plan {
  readonly seq: number;
  readonly id: string | null;
  readonly items: readonly PlanItem[];
  readonly text: CutText | null;
  readonly uri: string | null;
  /** The agent removed the plan. */
  readonly isRemoved: boolean;
}

export interface PlanItem {
  readonly content: string;
  readonly status: string | null;
  readonly priority: string | null;
}

export interface ToolCallBody {
  readonly kind: 'tool-call';
  readonly id: string;
  readonly title: string | null;
  /** `read`, `edit`, `execute` …, or another name from the agent. */
  readonly toolKind: string | null;
  readonly status: string | null;
  readonly locations: readonly { readonly path: string; readonly line: number | null }[];
  readonly content: readonly ToolContent[];
  readonly input: CutText | null; // JSON text
  readonly output: CutText | null;
  readonly asks: readonly PermissionAsk[];
  readonly files: readonly FileAccess[];
  /** Terminals used for the call that its content does not show. */
  readonly terminals: readonly TerminalView[];
  /** Present for a call that proposes or writes files: its newest proposals and writes, and the number of earlier ones. */
  readonly operations?: readonly ShownOperation[];
  readonly earlierOperations?: number;
}

export type ToolContent = { readonly seq: number } & (
  | { readonly kind: 'block'; readonly block: Block }
  /**
   * `before` is null for a new file. Both are null if too large to compare here; `missing` is then their size.
   */
  | {
      readonly kind: 'diff';
      readonly path: string;
      readonly before: string | null;
      readonly after: string | null;
      readonly missing: number;
    }
  | { readonly kind: 'patch'; readonly changes: readonly FileChange[]; readonly patch: CutText | null }
  /** `terminal` is null where its output is not part of this tool call. */
  | { readonly kind: 'terminal'; readonly id: string; readonly terminal: TerminalView | null }
);

/** A file of a patch. `oldPath` if it was moved or copied. */
export interface FileChange {
  readonly operation: string;
  readonly path: string;
  readonly oldPath: string | null;
}

export interface TerminalView {
  /** The entry with its latest output. */
  readonly seq: number;
  readonly id: string | null;
  readonly command: string | null;
  readonly cwd: string | null;
  /** Includes control sequences. */
  readonly output: CutText;
  /** The client kept only the end of the output. */
  readonly isTruncated: boolean;
  /** null while it runs, or if the agent did not ask. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly failure: Failure | null;
}

/** A permission request and the person's decision. */
export interface PermissionAsk {
  readonly seq: number;
  readonly answered: number | null;
  /** The question, where the request has one (version 2). */
  readonly title: string | null;
  readonly text: string | null;
  readonly options: readonly { readonly id: string; readonly name: string; readonly kind: string | null }[];
  /** `selected`, `cancelled`, another outcome, `error`; null while unanswered. */
  readonly outcome: string | null;
  /** The id of the chosen option. */
  readonly chosen: string | null;
  readonly failure: Failure | null;
  /** µs of the request and of the response. */
  readonly t: number;
  readonly until: number | null;
  readonly delivery?: Delivery; // as in FileAccess
  readonly answerDelivery?: Delivery; // of the client's response; the outcome is the one that the agent got
}

/** A form or an address that the agent showed to the person (`elicitation/create`). */
export interface Question {
  readonly seq: number;
  readonly message: string;
  readonly fields: readonly string[];
  readonly url: string | null;
  /** `accept`, `decline`, `cancel`, another action, `error`; null while unanswered. */
  readonly action: string | null;
  /** The values that the person entered, as JSON text. */
  readonly answer: CutText | null;
  readonly failure: Failure | null;
}

export interface FileAccess {
  readonly seq: number;
  readonly answered: number | null;
  readonly operation: 'read' | 'write';
  readonly path: string;
  /** First line and number of lines, if the agent asked for a part only. */
  readonly line: number | null;
  readonly limit: number | null;
  /** The text read or written; null for a read without a result. */
  readonly content: CutText | null;
  readonly failure: Failure | null;
  /** Present if acptap changed or kept the request, or the response to a read. */
  readonly delivery?: Delivery;
}

/** A change of the session: its mode, a config option, its title, its commands. */
export interface ChangeBody {
  readonly kind: 'change';
  /** `mode`, `model`, `config`, `title`, `commands`, `cancel`, `login`, `compaction`, or the update's own name. */
  readonly what: string;
  readonly by: 'client' | 'agent';
  /** Names and values; a missing value is empty. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  readonly failure: Failure | null;
}

export interface TurnEndBody {
  readonly kind: 'turn-end';
  /** null where the turn ended with an error object. */
  readonly stopReason: string | null;
  readonly failure: Failure | null;
  /** Tokens of the turn by name, as the agent reported them: `input`, `output`, `total` … */
  readonly tokens: readonly { readonly name: string; readonly count: number }[];
  /** The use of the context and the cost of the session, at the end of the turn. */
  readonly context: ContextUse | null;
}

export interface ContextUse {
  readonly used: number;
  readonly size: number;
  readonly cost: { readonly amount: number; readonly currency: string } | null;
}
