import { isFinal } from '#core/protocol/tool-call-status.ts';
import type { ProposalOutcome } from '#core/model/files.ts';
import type { Call } from './calls.ts';
import { commonMembers, type FileLedger } from './file-ledger.ts';
import type { FileMessage } from './file-message.ts';
import { permissionOf } from './permission-of.ts';
import { fitsText } from './compare-written.ts';
import { countPatch, type Difference, type Proposed } from './proposed.ts';

export const isEnded = ({ name: { status } }: Call): boolean => isFinal(status ?? undefined);

/** Takes a difference or a patch that a tool call shows for a file. */
export function applyProposal(ledger: FileLedger, message: FileMessage, call: Call, proposed: Proposed): void {
  const { path, change, differences, patch } = proposed;
  const target = ledger.targetOf(message, path);
  const file = ledger.usedFile(call, target);
  file.isListed = true;
  const before = file.proposal;
  const content = patch === null ? differences : [{ before: null, after: patch }];
  const last = ledger.shownBy(call, target);
  if (before && last && isSame(last, content)) return void (before.repeats += 1);
  ledger.rememberShown(call, target, content);
  const isDone = file.isWritten || isEnded(call) || call.permission.permission === 'allowed';
  const isReport = before !== undefined && message.message.kind !== 'request' && isDone;
  if (before?.outcome === 'open' && !isReport) before.outcome = 'replaced';
  const isHistory = ledger.sessions.isHistory(message);
  const outcome: ProposalOutcome = isHistory ? 'history' : isReport ? 'reported' : 'open';
  const isStale = outcome === 'open' && !fitsText(ledger.textBefore(target)?.text, differences);
  const operation = {
    ...commonMembers(message, target, call),
    kind: 'proposal' as const,
    isPatch: differences.length === 0,
    change,
    ...countsOf(ledger, proposed),
    repeats: 0,
    outcome,
    write: null,
    permission: null,
    asked: null,
    isByAcptap: false,
    isStale,
  };
  ledger.keep(operation);
  if (!isReport) file.proposal = operation;
}

/** Lines; null for a patch without text. */
function countsOf({ changesOf }: FileLedger, { differences, patch }: Proposed) {
  if (patch !== null) return countPatch(patch);
  if (differences.length === 0) return { added: null, removed: null };
  const changes = differences.map(({ before, after }) => changesOf(before ?? '', after));
  const sum = (of: 'added' | 'removed') => changes.reduce((total, each) => total + each[of], 0);
  return { added: sum('added'), removed: sum('removed') };
}

const isSame = (some: readonly Difference[], others: readonly Difference[]): boolean =>
  some.length === others.length &&
  some.every(({ before, after }, index) => before === others[index]?.before && after === others[index]?.after);

/** Call this when a tool call has ended. Decides the outcome of its proposals that no write carried out. */
export function settle(ledger: FileLedger, call: Call): void {
  if (call.isSettled) return;
  call.isSettled = true;
  for (const [key, { proposal }] of call.files) {
    if (proposal?.outcome !== 'open' && proposal?.outcome !== 'rejected') continue;
    if (call.name.status === 'completed') {
      const permitted = permissionOf(ledger, call, call.session);
      // A status alone is no proof of a write that was refused.
      Object.assign(proposal, {
        outcome: permitted.permission === 'rejected' ? 'unrecorded' : 'by-agent',
        ...permitted,
      });
      ledger.forgetText(key);
    } else if (proposal.outcome === 'open') proposal.outcome = 'not-written';
  }
}
