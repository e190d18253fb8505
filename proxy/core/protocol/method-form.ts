import type { Side } from '#core/wire/entry.ts';
import { methodFacts } from './methods.ts';

/** How a side may send a method. `other-side`: only the other one may. `unknown`: a name acptap does not know. */
export type MethodForm = 'request' | 'notification' | 'either' | 'other-side' | 'unknown';

/** The form of a method when `from` sends it, in whatever version. Allocates nothing for a known name: it is asked for every frame. */
export function formOf(method: string, from: Side): MethodForm {
  if (method === 'mcp/message') return 'either'; // until 1.24 both sides sent it in both forms
  let form: MethodForm = 'unknown';
  for (const { kind, sentBy } of methodFacts(method)) {
    const mine = sentBy === 'both' || sentBy === from;
    if (mine) form = form === 'unknown' || form === 'other-side' || form === kind ? kind : 'either';
    else if (form === 'unknown') form = 'other-side';
  }
  return form;
}
