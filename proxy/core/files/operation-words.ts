import type { Delivery } from '#core/model/delivery.ts';
import type {
  FileMention,
  FileOperation,
  FilePermission,
  FileProposal,
  FileRead,
  FileTotals,
  FileWrite,
  Permitted,
  ProposalOutcome,
} from '#core/model/files.ts';
import { isCompletedDespiteRefusal } from './files-window.ts';
import { wasDelivered } from '#core/cards/card-message.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';

/** An operation in words, for the page and the terminal. Recorded text is not escaped. */
export interface OperationWords {
  /** `read`, `proposed`, `permission`, `wrote` … */
  readonly what: string;
  /** `as proposed`, `after 3.2 s` … */
  readonly facts: readonly string[];
  /** A sentence about a write after a refusal, or about a write that differs from its proposal. */
  readonly warning: string | null;
}

/** Words an operation. `isLive`: its response may still come. */
export function operationWords(operation: FileOperation, isLive: boolean): OperationWords {
  const { delivery } = operation;
  const isAccess = operation.kind === 'read' || operation.kind === 'write';
  if (isAccess && !wasDelivered(operation)) return undeliveredWords(operation, isLive);
  const words = wordsOf(operation, isLive);
  return delivery ? { ...words, facts: [...words.facts, DELIVERIES[delivery]] } : words;
}

/** What acptap did with a message of the agent, in words. */
export const DELIVERIES: Readonly<Record<Delivery, string>> = {
  changed: 'acptap changed it',
  answered: 'not delivered: acptap answered it',
  dropped: 'not delivered: acptap dropped it',
  unreadable: 'not delivered: acptap made it unreadable',
};

function undeliveredWords(operation: FileOperation & (FileRead | FileWrite), isLive: boolean): OperationWords {
  const { kind, delivery, isFailed, answered } = operation;
  const facts = [
    ...(kind === 'write' ? [counted(operation.characters, 'character')] : partOf(operation)),
    ...(delivery ? [DELIVERIES[delivery]] : []),
    ...(isFailed ? ['the agent got an error'] : answered === null ? [missing(isLive)] : []),
  ];
  return { what: kind, facts, warning: null };
}

function wordsOf(operation: FileOperation, isLive: boolean): OperationWords {
  switch (operation.kind) {
    case 'read':
      return { what: 'read', facts: [...partOf(operation), endOfRead(operation, isLive)], warning: null };
    case 'proposal':
      return proposalWords(operation, isLive);
    case 'permission':
      return { what: 'permission', facts: decisionOf(operation, isLive), warning: null };
    case 'write':
      return writeWords(operation, isLive);
    case 'mention':
      return mentionWords(operation);
  }
}

const partOf = ({ line, limit }: FileRead): readonly string[] =>
  line === null && limit === null ? [] : [`from line ${line ?? 1}${limit === null ? '' : `, ${limit} lines`}`];

function endOfRead({ answered, isFailed, characters }: FileRead, isLive: boolean): string {
  if (isFailed) return 'failed';
  return answered === null ? missing(isLive) : counted(characters ?? 0, 'character');
}

function proposalWords(proposal: FileOperation & FileProposal, isLive: boolean): OperationWords {
  const { outcome, change, added, repeats, isStale } = proposal;
  const isUnproven = isCompletedDespiteRefusal(proposal);
  const facts = [
    change,
    added === null ? null : linesOf(proposal),
    repeats === 0 ? null : `shown ${repeats + 1} times`,
    outcomeOf(proposal, isLive),
    outcome === 'by-agent' || isUnproven ? permittedIn(proposal) : null,
    isStale ? "the proposal's old text is not the file's" : null,
  ];
  return {
    what: outcome === 'reported' ? 'reported' : 'proposed',
    facts: facts.filter((fact) => fact !== null),
    warning: isUnproven
      ? 'Completed although the permission was refused. Whether it was written is not recorded.'
      : null,
  };
}

/** Also says that a write had no permission: its own line may be far below. */
function outcomeOf({ outcome, permission }: FileProposal, isLive: boolean): string {
  const words = OUTCOMES[outcome](isLive);
  if (outcome !== 'written' && outcome !== 'different') return words;
  const how = outcome === 'written' ? 'written' : words;
  if (permission === 'rejected') return `${how} although refused`;
  return permission === 'none' ? `${how} without permission` : words;
}

function decisionOf({ decision, option, waited, isByAcptap }: FilePermission, isLive: boolean): readonly string[] {
  if (decision === 'open') return [missing(isLive)];
  const decided = isByAcptap ? `${decision} by acptap` : decision;
  const named = option === null ? decided : `${decided}: ${option}`;
  return waited === null ? [named] : [named, `after ${formatDuration(elapsedUs(waited))}`];
}

function writeWords(write: FileWrite, isLive: boolean): OperationWords {
  const { answered, isFailed, added, characters, match, permission } = write;
  const facts = [
    added === null ? `${counted(characters, 'character')}, text before unknown` : linesOf(write),
    MATCHES[match],
    permittedIn(write),
    isFailed ? 'failed' : answered === null ? missing(isLive) : null,
  ];
  const isDone = answered !== null && !isFailed;
  return {
    what: isDone ? 'wrote' : 'write',
    facts: facts.filter((fact) => fact !== null),
    warning:
      permission === 'rejected' ? refusalWarning(isDone) : match === 'different' ? differenceWarning(isDone) : null,
  };
}

function mentionWords({ call, isUnrecorded }: Pick<FileOperation, 'call'> & FileMention): OperationWords {
  if (isUnrecorded) return { what: 'named', facts: ['not written through the client'], warning: null };
  const own = call?.status === 'completed' ? MENTIONS[call.kind ?? ''] : undefined;
  return own === undefined
    ? { what: 'named', facts: ['nothing recorded'], warning: null }
    : { what: own, facts: ['by the agent itself, not recorded'], warning: null };
}

const missing = (isLive: boolean): string => (isLive ? 'not yet answered' : 'never answered');

const refusalWarning = (isDone: boolean): string =>
  `${isDone ? 'Written' : 'Asked for'} although the permission was refused.`;

const differenceWarning = (isDone: boolean): string => (isDone ? 'Not written as proposed.' : 'Not as proposed.');

const OUTCOMES: Readonly<Record<ProposalOutcome, (isLive: boolean) => string>> = {
  open: (isLive) => (isLive ? 'not written yet' : 'not written'),
  unanswered: (isLive) => `the write was ${missing(isLive)}`,
  written: () => 'written as proposed',
  different: () => 'written differently',
  'by-agent': () => 'written by the agent itself',
  unrecorded: () => 'not written through the client',
  rejected: () => 'refused, not written',
  'not-written': () => 'not written',
  replaced: () => 'replaced by a later one',
  reported: () => 'after the fact',
  history: () => 'from an earlier session',
};

const MATCHES = {
  same: 'as proposed',
  part: 'with the proposed part',
  different: 'not as proposed',
  unproposed: 'without a proposal',
  unknown: 'proposal not comparable',
} as const;

const MENTIONS: Readonly<Record<string, string>> = { read: 'read', edit: 'edited', delete: 'deleted', move: 'moved' };

/** null for what was not carried out. */
function permittedIn({ permission, asked, isByAcptap }: Permitted): string | null {
  if (permission === null) return null;
  const isNamed = isByAcptap && (permission === 'allowed' || permission === 'rejected');
  return PERMITTED[permission] + (isNamed ? ' by acptap' : '') + (asked === null ? '' : ` (#${asked})`);
}

const PERMITTED: Readonly<Record<NonNullable<Permitted['permission']>, string>> = {
  none: 'without permission',
  earlier: 'not asked; allowed for the session before',
  open: 'before the permission was answered',
  unclear: 'permission unclear',
  allowed: 'allowed',
  rejected: 'refused',
};

const linesOf = ({ added, removed }: { readonly added: number | null; readonly removed: number | null }) =>
  `+${added ?? 0} −${removed ?? 0}`;

export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** `2 reads, 1 proposal, 1 write, +3 −1`. */
export function totalsInWords(totals: FileTotals): string {
  const { reads, proposals, permissions, writes, byAgent, mentions, undelivered, added, removed } = totals;
  const counts: readonly (readonly [number, string])[] = [
    [reads, 'read'],
    [proposals, 'proposal'],
    [permissions, 'permission'],
    [writes, 'write'],
    [byAgent, 'change'],
    [mentions, 'mention'],
  ];
  const words = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${counted(count, noun)}${noun === 'change' ? ' by the agent itself' : ''}`);
  const kept = undelivered > 0 ? [`${undelivered.toLocaleString('en-US')} not delivered`] : [];
  return [...words, ...kept, ...(added + removed > 0 ? [linesOf({ added, removed })] : [])].join(', ');
}

/** Sentences about writes after a refusal, writes that differ from their proposal, and changes without permission. */
export function warningsIn({
  different,
  despiteRefusal,
  completedDespiteRefusal,
  unasked,
}: FileTotals): readonly string[] {
  return [
    ...(despiteRefusal > 0 ? [`${counted(despiteRefusal, 'write')} although the permission was refused`] : []),
    ...(completedDespiteRefusal > 0
      ? [`${counted(completedDespiteRefusal, 'refused change')} completed all the same; no write is recorded`]
      : []),
    ...(different > 0 ? [`${counted(different, 'write')} not as proposed`] : []),
    ...(unasked > 0 ? [`${counted(unasked, 'change')} without permission`] : []),
  ];
}

/** Sentences about changes of files that are not in the recording or not in the list. */
export function limitsOf({ byAgent }: FileTotals, commands: number, unread: number): readonly string[] {
  return [
    ...(byAgent > 0
      ? ['The agent writes files by itself: the recording has what it proposed, but not what it wrote.']
      : []),
    ...(commands > 0 ? [`${counted(commands, 'command')} may have changed files, which is not recorded.`] : []),
    ...(unread > 0 ? [`${counted(unread, 'operation')} more were too many to list.`] : []),
  ];
}
