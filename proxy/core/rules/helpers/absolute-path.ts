import { excerpt } from '#core/text/excerpt.ts';
import { isAbsolute } from '#core/text/is-absolute.ts';

/** The text of a finding for a relative path. Undefined for absolute paths, and for non-strings (a schema error). */
export function relative(value: unknown): { readonly seen: string; readonly expected: string } | undefined {
  if (typeof value !== 'string' || isAbsolute(value)) return undefined;
  return { seen: value === '' ? 'an empty path' : excerpt(value), expected: remedy(value) };
}

function remedy(path: string): string {
  if (/^file:/i.test(path)) return 'an absolute path, not a URL';
  return path.startsWith('~') ? 'an absolute path: nobody replaces ~' : 'an absolute path';
}

/** Returns the first relative path of a list, with its index. */
export function firstRelative(values: unknown, path: (value: unknown) => unknown = (value) => value) {
  if (!Array.isArray(values)) return undefined;
  for (const [index, value] of values.entries()) {
    const found = relative(path(value));
    if (found) return { ...found, index };
  }
  return undefined;
}
