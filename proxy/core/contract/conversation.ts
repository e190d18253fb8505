import type { Grade } from './api.ts';

/**
 * A recording as the person in front of the editor saw it: one card for each thing that was said, done or asked.
 *
 *     GET /api/recordings/:id/conversation?session=ID&from=0&count=40    ConversationWindow, count ≤ MAX_CARDS
 *     GET /api/recordings/:id/conversation?around=SEQ&count=40           the window with the card that shows entry SEQ, at `index`
 *
 * With `q=FILTER` the list has the cards of which an entry matches; what the card shows is never less than its group.
 *
 * Cards are made of groups of entries (see timeline.ts) and stand in the order of their first entry, so that new ones only come at the
 * end. What came of a turn is a card of its own, where the turn ended. Without `session` the cards of all sessions are there.
 */
export interface ConversationWindow {
  readonly from: number;
  readonly cards: readonly Card[];
  /** Cards of this list. */
  readonly total: number;
  /** How many it would have without the filter. */
  readonly unfiltered: number;
  /** Position of the card asked for with `around`: the entry's own, else the last one before it. null without `around` or cards. */
  readonly index: number | null;
  /** Every session that has cards, in the order they were opened. */
  readonly sessions: readonly string[];
  /** As in the live feed: when that tells another one, these cards may have changed. */
  readonly revision: number;
}

export const MAX_CARDS = 100;

/** The query above as data. `session` undefined: the cards of all. */
export interface ConversationQuery {
  readonly session: string | undefined;
  /** A filter; empty for none. */
  readonly q: string;
  /** The first card, or the entry to look at, which then is in the middle of the window. */
  readonly at: { readonly from: number } | { readonly around: number };
  readonly count: number;
}

/** Characters of text in one card. What is beyond is counted in `missing`, and is in the entry. */
export const MAX_CARD_CHARACTERS = 200_000;

/** Base64 characters of one image: larger ones are named, not shown. */
export const MAX_IMAGE_CHARACTERS = 4_000_000;

/** What one group of entries, or the end of a turn, looked like. */
export type Card = CardPlace & CardBody;

export interface CardPlace {
  /** Number of the group it is made of. */
  readonly group: number;
  readonly part: CardPart;
  readonly session: string | null;
  /** Number of the turn it fell into. */
  readonly turn: number | null;
  /** The first and last entry that it is made of, and how many there are. With `part` the first one names the card. */
  readonly first: number;
  readonly last: number;
  readonly entries: number;
  /** How many of these were not read, as they were too many. */
  readonly unread: number;
  /** µs of its first entry. */
  readonly t: number;
  /** µs of its last entry; null while more is expected. */
  readonly until: number | null;
  /** What is wrong with these entries. */
  readonly findings: { readonly grade: Grade; readonly count: number } | null;
}

/** `whole`: all of a group. `entry`: one entry of it. `end`: what came of a turn, whose prompt is the `whole`. */
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
  | { readonly kind: 'process'; readonly text: string; readonly isTrouble: boolean };

/** Text as recorded. `missing` counts the characters left out at its end. */
export interface CutText {
  readonly text: string;
  readonly missing: number;
}

/** A content block. `seq` is the entry that it came with, or began with. */
export type Block = { readonly seq: number } & (
  | ({ readonly kind: 'text' } & CutText)
  /** `data` is base64; null where the image is too large. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string | null; readonly bytes: number }
  | { readonly kind: 'audio'; readonly mimeType: string; readonly bytes: number }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string; readonly title: string | null }
  /** `content` is null where it is no text. */
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly mimeType: string | null;
      readonly content: CutText | null;
      readonly bytes: number;
    }
  /** A block acptap has no words for: its JSON. */
  | ({ readonly kind: 'other'; readonly type: string } & CutText)
);

export interface SessionBody {
  readonly kind: 'session';
  readonly method: string;
  /** null while unanswered, and where the answer names none. */
  readonly id: string | null;
  readonly cwd: string | null;
  readonly mode: string | null;
  readonly model: string | null;
  readonly mcpServers: readonly string[];
  readonly failure: Failure | null;
}

/** The error object of an answer. */
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
  /** The agent has taken it back. */
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
  /** `read`, `edit`, `execute` …: whatever the agent calls it. */
  readonly toolKind: string | null;
  readonly status: string | null;
  readonly locations: readonly { readonly path: string; readonly line: number | null }[];
  readonly content: readonly ToolContent[];
  /** JSON text. */
  readonly input: CutText | null;
  readonly output: CutText | null;
  readonly asks: readonly PermissionAsk[];
  readonly files: readonly FileAccess[];
  /** Terminals that were used for it and that its content does not show. */
  readonly terminals: readonly TerminalView[];
}

export type ToolContent = { readonly seq: number } & (
  | { readonly kind: 'block'; readonly block: Block }
  /** `before` is null for a new file. Both are null, and `missing` is their size, where they are too large to compare here. */
  | {
      readonly kind: 'diff';
      readonly path: string;
      readonly before: string | null;
      readonly after: string | null;
      readonly missing: number;
    }
  | { readonly kind: 'patch'; readonly changes: readonly FileChange[]; readonly patch: CutText | null }
  /** `terminal` is null where what it printed did not pass with this tool call. */
  | { readonly kind: 'terminal'; readonly id: string; readonly terminal: TerminalView | null }
);

/** A file that a patch is about. `oldPath` where it was moved or copied from. */
export interface FileChange {
  readonly operation: string;
  readonly path: string;
  readonly oldPath: string | null;
}

export interface TerminalView {
  /** The entry its output came with last. */
  readonly seq: number;
  readonly id: string | null;
  readonly command: string | null;
  readonly cwd: string | null;
  /** With its control sequences. */
  readonly output: CutText;
  /** The client kept only the end of the output. */
  readonly isTruncated: boolean;
  /** null while it runs, and where nobody asked. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly failure: Failure | null;
}

/** A request for permission and what the person decided. */
export interface PermissionAsk {
  readonly seq: number;
  readonly answered: number | null;
  /** What is asked, where the request says it (version 2). */
  readonly title: string | null;
  readonly text: string | null;
  readonly options: readonly { readonly id: string; readonly name: string; readonly kind: string | null }[];
  /** `selected`, `cancelled`, another outcome, `error`; null while unanswered. */
  readonly outcome: string | null;
  /** The id of the option that was chosen. */
  readonly chosen: string | null;
  readonly failure: Failure | null;
  /** µs it was asked and answered at. */
  readonly t: number;
  readonly until: number | null;
}

/** A form or an address that the agent put before the person (`elicitation/create`). */
export interface Question {
  readonly seq: number;
  readonly message: string;
  readonly fields: readonly string[];
  readonly url: string | null;
  /** `accept`, `decline`, `cancel`, another action, `error`; null while unanswered. */
  readonly action: string | null;
  /** What was filled in, as JSON text. */
  readonly answer: CutText | null;
  readonly failure: Failure | null;
}

export interface FileAccess {
  readonly seq: number;
  readonly answered: number | null;
  readonly operation: 'read' | 'write';
  readonly path: string;
  /** First line and number of lines, where only a part was asked for. */
  readonly line: number | null;
  readonly limit: number | null;
  /** What was read or written; null while unanswered. */
  readonly content: CutText | null;
  readonly failure: Failure | null;
}

/** Something about the session changed: its mode, a config option, its title, the commands it knows. */
export interface ChangeBody {
  readonly kind: 'change';
  /** `mode`, `model`, `config`, `title`, `commands`, `cancel`, `login`, `compaction`, or the update's own name. */
  readonly what: string;
  readonly by: 'client' | 'agent';
  /** Names and values; a value is empty where there is none to say. */
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
  /** How full the context was, and what the session had cost, when the turn ended. */
  readonly context: ContextUse | null;
}

export interface ContextUse {
  readonly used: number;
  readonly size: number;
  readonly cost: { readonly amount: number; readonly currency: string } | null;
}
