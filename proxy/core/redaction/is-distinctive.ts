import { isRandom } from './value-kinds.ts';

/**
 * True for a value that is looked for everywhere once it is known to be secret. Environments and headers also hold `1`,
 * `production`, `application/json` and paths; those are masked in their place, and kept in the rest of the
 * conversation.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < 6 || (/^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(value) && !isKeyWithSlash(value))) return false;
  const core = value.replace(/^[\s!-/:-@[-`{-~]+|[\s!-/:-@[-`{-~]+$/g, ''); // without a full stop behind it
  const isWord = /^[A-Za-z_]*$/.test(core) && core.length < 16;
  const isNumber = /^\d{1,7}$|^\d+(?:\.\d+)+$/.test(core);
  return (
    !isWord &&
    !isNumber &&
    !value.startsWith('$') &&
    (isRandom(value) || !/^[\w.+-]+\/[\w.+*-]+$/.test(value)) && // a media type, or the name of a model
    !/^https?:\/\/[^@\s]*$/.test(value)
  );
}

/** Base64 may begin with a slash. Paths have folders with names. */
const isKeyWithSlash = (value: string): boolean =>
  /^\/[\w/+=-]+$/.test(value) && isRandom(value) && !/\/[A-Za-z._-]*(?:\/|$)/.test(value);
