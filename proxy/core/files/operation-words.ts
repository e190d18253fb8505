import type { FileOperation, FileTotals, Permitted } from '#core/model/files.ts';
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
  const missing = isLive ? 'not yet answered' : 'never answered';
  switch (operation.kind) {
    case 'read': {
      const { answered, isFailed, line, limit, characters } = operation;
      const part =
        line === null && limit === null ? [] : [`from line ${line ?? 1}${limit === null ? '' : `, ${limit} lines`}`];
      const end = isFailed ? 'failed' : answered === null ? missing : counted(characters ?? 0, 'character');
      return { what: 'read', facts: [...part, end], warning: null };
    }
    case 'proposal': {
      const { outcome, change, added, repeats } = operation;
      const lines = added === null ? [] : [linesOf(operation)];
      const again = repeats === 0 ? [] : [`shown ${repeats + 1} times`];
      const isByAgent = outcome === 'by-agent';
      return {
        what: outcome === 'reported' ? 'reported' : 'proposed',
        facts: [
          ...(change === null ? [] : [change]),
          ...lines,
          ...again,
          OUTCOMES[outcome](isLive),
          ...(isByAgent ? permittedIn(operation) : []),
        ],
        warning: isByAgent && operation.permission === 'rejected' ? DESPITE_REFUSAL : null,
      };
    }
    case 'permission': {
      const { decision, option, waited } = operation;
      if (decision === 'open') return { what: 'permission', facts: [missing], warning: null };
      const after = waited === null ? [] : [`after ${formatDuration(elapsedUs(waited))}`];
      const named = option === null ? decision : `${decision}: ${option}`;
      return { what: 'permission', facts: [named, ...after], warning: null };
    }
    case 'write': {
      const { answered, isFailed, added, match, permission } = operation;
      const size = `${counted(operation.characters, 'character')}, text before unknown`;
      const lines = added === null ? size : linesOf(operation);
      const end = isFailed ? ['failed'] : answered === null ? [missing] : [];
      return {
        what: 'wrote',
        facts: [lines, MATCHES[match], ...permittedIn(operation), ...end],
        warning:
          permission === 'rejected' ? DESPITE_REFUSAL : match === 'different' ? 'Not written as proposed.' : null,
      };
    }
    case 'mention': {
      const { kind = null, status = null } = operation.call ?? {};
      const own = status === 'completed' ? MENTIONS[kind ?? ''] : undefined;
      return {
        what: own ?? 'named',
        facts: [own ? 'by the agent itself, not recorded' : 'nothing recorded'],
        warning: null,
      };
    }
  }
}

const DESPITE_REFUSAL = 'Written although the permission was refused.';

const OUTCOMES: Readonly<Record<Extract<FileOperation, { kind: 'proposal' }>['outcome'], (isLive: boolean) => string>> =
  {
    open: (isLive) => (isLive ? 'not written yet' : 'not written'),
    written: () => 'written as proposed',
    different: () => 'written differently',
    'by-agent': () => 'written by the agent itself',
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

function permittedIn({ permission, asked }: Permitted): readonly string[] {
  const by = asked === null ? '' : ` (#${asked})`;
  switch (permission) {
    case null:
      return [];
    case 'none':
      return ['without permission'];
    case 'earlier':
      return [`not asked; allowed for the session before${by}`];
    case 'open':
      return [`before the permission was answered${by}`];
    case 'unclear':
      return [`permission unclear${by}`];
    default:
      return [`${permission === 'allowed' ? 'allowed' : 'refused'}${by}`];
  }
}

const linesOf = ({ added, removed }: { readonly added: number | null; readonly removed: number | null }) =>
  `+${added ?? 0} −${removed ?? 0}`;

export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** `2 reads, 1 proposal, 1 write, +3 −1`. */
export function totalsInWords(totals: FileTotals): string {
  const { reads, proposals, permissions, writes, byAgent, mentions, added, removed } = totals;
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
  return [...words, ...(added + removed > 0 ? [linesOf({ added, removed })] : [])].join(', ');
}

/** Sentences about writes after a refusal, writes that differ from their proposal, and changes without permission. */
export function warningsIn({ different, despiteRefusal, unasked }: FileTotals): readonly string[] {
  return [
    ...(despiteRefusal > 0 ? [`${counted(despiteRefusal, 'write')} although the permission was refused`] : []),
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
