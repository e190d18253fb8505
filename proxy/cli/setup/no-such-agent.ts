import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { visible } from '#core/wire/visible.ts';

/** Throws the error for an unknown name of an agent, with the nearest of `names` and all. `list` says what they are. */
export function noSuchAgent(
  name: string,
  names: readonly string[],
  { problem, list, more = '' }: { readonly problem: string; readonly list: string; readonly more?: string },
): never {
  const near = nearestName(
    name.toLowerCase(),
    names.map((each) => each.toLowerCase()),
  );
  const meant = names.find((each) => each.toLowerCase() === near);
  const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
  throw new AcptapError('usage', visible(`${problem}${hint} (${list}: ${names.join(', ') || 'none'})${more}`));
}
