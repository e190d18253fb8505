import { at, isObject, stringAt } from '#core/wire/json.ts';
import { defineRule, type Rule } from './rule.ts';

/** How many items that offer cancelling, or did, are remembered. */
const REMEMBERED = 1024;

/**
 * A rule of version 2 for requests that cancel one item of a session: the agent must offer that for the very item, in the
 * `capabilities` of its updates. There a missing member changes nothing, null takes it back, an object replaces all there was.
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
      const offers = new Map<string, boolean | 'unknown'>(); // false: it did once
      let forgotten = false;
      const key = (session: string, item: string) => JSON.stringify([session, item]);

      return {
        update({ session, variant: updated, update }) {
          const capabilities = updated === variant ? at(update, 'capabilities') : undefined;
          const item = capabilities === undefined ? undefined : stringAt(update, id);
          if (item === undefined) return;
          const known = key(session, item);
          const offer = isObject(capabilities) ? capabilities['cancel'] : capabilities;
          const isOffered = isObject(offer);
          if (!isOffered && !isMisput(offer) && !offers.has(known)) return;
          offers.set(known, isMisput(offer) ? 'unknown' : isOffered);
          if (offers.size <= REMEMBERED) return;
          offers.delete(offers.keys().next().value ?? known);
          forgotten = true;
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
            // Taken back: the client may have asked before it knew.
            ...(!isCertain ? { grade: 'note' } : isOffered === false ? { grade: 'warning' } : {}),
          });
        },
      };
    },
  });
}

/** Something that is neither a yes nor a no was meant as one: schema/value-is-not-dropped has told. */
const isMisput = (offer: unknown): boolean =>
  offer !== undefined && offer !== null && offer !== false && !isObject(offer);
