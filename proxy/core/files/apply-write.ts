import { errorOf, paramsOf, wasDelivered } from '#core/cards/card-message.ts';
import { stringAt } from '#core/json/json.ts';
import type { Match } from '#core/model/files.ts';
import { covers, type Call, type CallFile, type GrowingOperation } from './calls.ts';
import { matchOf } from './compare-written.ts';
import { commonMembers, type FileLedger, type Target } from './file-ledger.ts';
import type { FileMessage } from './file-message.ts';
import { permissionOf } from './permission-of.ts';
import type { Difference } from './proposed.ts';

/** Takes an `fs/write_text_file`: compares it with the text before, and with what its call proposed. */
export function applyWrite(ledger: FileLedger, message: FileMessage): void {
  const params = paramsOf(message);
  const text = stringAt(params, 'content') ?? '';
  const target = ledger.targetOf(message, stringAt(params, 'path') ?? '');
  const call = ledger.calls.callOfRequest(message, target.key);
  if (!wasDelivered(message)) return keepUndelivered(ledger, message, target, call, text);
  const file = call && ledger.usedFile(call, target);
  const before = ledger.textBefore(target);
  const differences = file?.proposal?.isPatch ? undefined : ledger.shownBy(call, target);
  const isNew = differences?.[0]?.before === null;
  const changes = before || isNew ? ledger.changesOf(before?.text ?? '', text) : undefined;
  const { match, proposal } = compareWithProposal(file, before?.text, differences, text);
  const operation: GrowingOperation = {
    ...commonMembers(message, target, call),
    ...unanswered(text),
    added: changes?.added ?? null,
    removed: changes?.removed ?? null,
    before: before?.seq ?? null,
    proposal: proposal?.seq ?? null,
    match,
    ...permissionOf(ledger, call && covers(call, target.key) ? call : undefined, message.session),
  };
  ledger.keep(operation);
  if (file) file.isWritten = true;
  const outcome = match === 'different' ? 'different' : 'written';
  const { permission, asked, isByAcptap } = operation;
  const by = { write: message.seq, permission, asked, isByAcptap };
  if (proposal && !isWritten(proposal)) Object.assign(proposal, { outcome: 'unanswered', ...by });
  ledger.awaitAnswer(message, (answer) => {
    const isFailed = errorOf(answer) !== undefined;
    Object.assign(operation, { answered: answer.seq, isFailed });
    if (!isFailed) ledger.rememberText(target, message.seq, text);
    if (!proposal || proposal.outcome === 'written') return;
    if (!isFailed) Object.assign(proposal, { outcome, ...by });
    else if (proposal.write === message.seq)
      Object.assign(proposal, { outcome: 'not-written', write: null, permission: null, asked: null });
  });
}

/** True if a write of the proposal succeeded: one that fails later changes nothing about that. */
const isWritten = ({ outcome }: NonNullable<CallFile['proposal']>): boolean =>
  outcome === 'written' || outcome === 'different';

const unanswered = (text: string) =>
  ({ kind: 'write', answered: null, isFailed: false, characters: text.length }) as const;

/** Keeps a write that the client never received: it changed nothing and needed no permission. */
function keepUndelivered(
  ledger: FileLedger,
  message: FileMessage,
  target: Target,
  call: Call | undefined,
  text: string,
): void {
  if (call) ledger.usedFile(call, target);
  const operation: GrowingOperation = {
    ...commonMembers(message, target, call),
    ...unanswered(text),
    added: null,
    removed: null,
    before: null,
    proposal: null,
    match: 'unproposed',
    permission: null,
    asked: null,
    isByAcptap: false,
  };
  ledger.keep(operation);
  ledger.awaitAnswer(message, (answer) =>
    Object.assign(operation, { answered: answer.seq, isFailed: errorOf(answer) !== undefined }),
  );
}

/** The proposal that a write carries out, if any, and how exactly. */
function compareWithProposal(
  file: CallFile | undefined,
  before: string | undefined,
  differences: readonly Difference[] | undefined,
  text: string,
): { readonly match: Match; readonly proposal: CallFile['proposal'] } {
  const proposal = file?.proposal;
  const match = differences ? matchOf(before, differences, text) : 'unknown';
  const isCarriedOut = proposal?.outcome === 'written' || proposal?.outcome === 'unanswered';
  const isWrittenAlready = match === 'different' && isCarriedOut;
  return !proposal || isWrittenAlready ? { match: 'unproposed', proposal: undefined } : { match, proposal };
}
