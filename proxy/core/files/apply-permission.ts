import { paramsOf } from '#core/cards/card-message.ts';
import { valueAt } from '#core/json/json.ts';
import type { Call, GrowingOperation } from './calls.ts';
import { decisionIn } from './decision.ts';
import { commonMembers, type FileLedger } from './file-ledger.ts';
import type { FileMessage } from './file-message.ts';

/** Takes a `session/request_permission`, after the tool call in it: one operation for each file of the call. */
export function applyPermission(ledger: FileLedger, message: FileMessage, call: Call): void {
  const options = valueAt(paramsOf(message), 'options');
  call.permission = { permission: 'open', asked: message.seq, isByAcptap: false };
  const own = [...call.files.values()].map((file): GrowingOperation => ({
    ...commonMembers(message, file, call),
    kind: 'permission',
    answered: null,
    decision: 'open',
    option: null,
    waited: null,
    isByAcptap: false,
  }));
  own.forEach(ledger.keep);
  ledger.awaitAnswer(message, (answer) => {
    const { decision, option, isLasting } = decisionIn(options, answer);
    const waited = Math.max(answer.t - message.t, 0);
    const isByAcptap = answer.isInjected === true || answer.delivery === 'changed';
    const delivery = answer.delivery ? { delivery: answer.delivery } : {};
    for (const operation of own)
      Object.assign(operation, { answered: answer.seq, decision, option, waited, isByAcptap, ...delivery });
    if (call.permission.asked === message.seq) Object.assign(call.permission, { permission: decision, isByAcptap });
    if (isLasting) ledger.sessions.allow(message);
    if (decision !== 'rejected') return;
    for (const { proposal } of call.files.values()) if (proposal?.outcome === 'open') proposal.outcome = 'rejected';
  });
}
