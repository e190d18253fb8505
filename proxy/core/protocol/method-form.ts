import type { Side } from '#core/wire/entry.ts';
import { methodFacts } from './methods.ts';

/**
 * How a side may send a method. `other-side`: only the other side may send it. `unknown`: acptap does not
 * know the name.
 */
export type MethodForm = 'request' | 'notification' | 'either' | 'other-side' | 'unknown';

/**
 * Returns the form of a method sent by `from`, in any version. Allocates nothing for a known name, because it
 * runs for every frame.
 */
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
