import { stringAt } from '#core/wire/json.ts';
import type { Response } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { Asked } from './asked.ts';
import type { Play } from './play.ts';

/**
 * The answer `cancelled` to a permission: some clients give it a moment before they send the cancel that it comes of. Until that is
 * there, or it has not come in time, nobody knows whether the client does something else than was recorded.
 */
export interface Held {
  readonly id: IdToken;
  readonly asked: Asked;
  readonly message: Response;
  /** Its place in the journal. */
  readonly index: number;
  /** In milliseconds on the caller's clock. */
  readonly until: number;
}

/** A cancel comes right behind. A second is long for a program, and short for who waits for the error. */
const MOST_MS = 1000;

/** Whether an answer that was not recorded may be the first of a cancel. */
export function mayCancel({ openTurns }: Play, { said, line }: Asked, { outcome }: Response): boolean {
  if (said.method !== 'session/request_permission' || openTurns(line.lane).size === 0 || !outcome.ok) return false;
  return stringAt(outcome.result, 'outcome', 'outcome') === 'cancelled';
}

/** Keeps it. The question stays open meanwhile, as it would be had the cancel come first. */
export function hold(play: Play, id: IdToken, asked: Asked, message: Response, now: number): void {
  play.asked.add(id, asked);
  play.held.push({
    id,
    asked,
    message,
    index: play.journal.current(),
    until: now + Math.min(play.options.timeout ?? MOST_MS, MOST_MS),
  });
}

/** The cancel is there: what was held was the answer to a question of the turn that ended. */
export function letGo({ held, asked }: Play, lane: number): void {
  for (const one of held.filter(({ asked: { line } }) => line.lane === lane)) {
    held.splice(held.indexOf(one), 1);
    asked.remove(one.id);
  }
}
