import { setNewest } from '#core/set-newest.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { defineRule, type Rule } from '../engine/rule.ts';

/** How many items that offer or offered cancelling are remembered. */
const MAX_REMEMBERED = 1024;

/**
 * A rule of version 2 for requests that cancel one item of a session. The agent must offer `cancel` for this item, in
 * the `capabilities` of its updates. A missing `capabilities` changes nothing, null clears them, an object replaces
 * them.
 */
export function itemNeedsCancel(
  { method, variant, id }: { readonly method: string; readonly variant: string; readonly id: string },
  rule: Omit<Rule, 'grade' | 'binds' | 'versions' | 'start'>,
): Rule {
  return defineRule({
    ...rule,
    grade: 'error',
    binds: 'client',
    versions: [2],
    restsOn: [variant],
    start() {
      const offers = new Map<string, boolean | 'unknown'>(); // false: offered before, no longer
      let forgotten = false;
      const key = (session: string, item: string) => JSON.stringify([session, item]);

      return {
        update({ session, variant: updated, update }) {
          const capabilities = updated === variant ? valueAt(update, 'capabilities') : undefined;
          const item = capabilities === undefined ? undefined : stringAt(update, id);
          if (item === undefined) return;
          const known = key(session, item);
          const offer = isObject(capabilities) ? capabilities['cancel'] : capabilities;
          const isOffered = isObject(offer);
          if (!isOffered && !isMisput(offer) && !offers.has(known)) return;
          if (setNewest(offers, known, isMisput(offer) ? 'unknown' : isOffered, MAX_REMEMBERED)) forgotten = true;
        },
        request({ exchange: { method: asked, params, session, opened } }, verdict, trace) {
          const item = asked === method && opened.from === 'client' ? stringAt(params, id) : undefined;
          if (item === undefined || session === undefined) return;
          const isOffered = offers.get(key(session, item));
          if (isOffered === 'unknown') return;
          if (isOffered) return verdict.kept();
          const isCertain = trace.isComplete() && !forgotten;
          verdict.broken({
            seq: opened.seq,
            missedIn: session,
            side: 'client',
            message: `${method} of ${item}, which ${isOffered === false ? 'no longer offers' : 'never offered'} capabilities.cancel`,
            seen: 'no capabilities.cancel',
            expected: 'capabilities.cancel: {}',
            pointer: `/params/${id}`,
            // No longer offered: the client may not have read the update yet.
            ...(!isCertain ? { grade: 'note' } : isOffered === false ? { grade: 'warning' } : {}),
          });
        },
      };
    },
  });
}

/** True for a value of a wrong type. schema/value-is-not-dropped reports it. */
const isMisput = (offer: unknown): boolean =>
  offer !== undefined && offer !== null && offer !== false && !isObject(offer);
