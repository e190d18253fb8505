import { permissionOutcome } from '#core/protocol/permission-outcome.ts';
import { asksPermission } from '#core/protocol/method-traits.ts';
import type { Response } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { OpenAgentRequest } from './agent-requests.ts';
import type { Play } from './play.ts';

/** The longest wait for the cancel: long for a program, and short for a person who waits for the error. */
const MAX_HOLD_MS = 1000;

/** Whether an unrecorded answer may announce a cancel. */
export function mayAnnounceCancel(
  { openTurns }: Play,
  { said, line }: OpenAgentRequest,
  { outcome }: Response,
): boolean {
  if (!asksPermission(said.method) || openTurns(line.lane).size === 0 || !outcome.ok) return false;
  return permissionOutcome(outcome.result) === 'cancelled';
}

/** Keeps the answer. The request stays open meanwhile, as if the cancel had come first. */
export function holdAnswer(play: Play, id: IdToken, asked: OpenAgentRequest, message: Response, now: number): void {
  play.asked.add(id, asked);
  play.held.push({
    id,
    asked,
    message,
    sender: play.sender,
    index: play.journal.current(),
    until: now + Math.min(play.options.timeout ?? MAX_HOLD_MS, MAX_HOLD_MS),
  });
}

/** Takes the answers held for a lane when the cancel comes: it explains why they differ from the recorded ones. */
export function takeHeldAnswers({ held, asked, expectations, schedule }: Play, lane: number, now: number): void {
  for (const one of held.filter(({ asked: { line } }) => line.lane === lane)) {
    held.splice(held.indexOf(one), 1);
    asked.remove(one.id);
    const { answer } = one.asked;
    if (!answer || !expectations.isExpected(answer)) continue; // the turn was ended without it
    expectations.come(answer);
    schedule.markMet(answer.index, now);
  }
}
