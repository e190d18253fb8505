import { excerpt } from './excerpt.ts';

/**
 * Whether a path is absolute somewhere: on Linux and macOS, or on Windows with a drive or a share. The agent's machine decides, which
 * need not be ours. A URL is no path.
 */
export const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[/\\]|\\\\[^\\])/.test(path);

/** What a value says that should be an absolute path and is not; undefined where it is one, or no string: that is for the schema. */
export function relative(value: unknown): { readonly seen: string; readonly expected: string } | undefined {
  if (typeof value !== 'string' || isAbsolute(value)) return undefined;
  return { seen: value === '' ? 'an empty path' : excerpt(value), expected: remedy(value) };
}

function remedy(path: string): string {
  if (/^file:/i.test(path)) return 'an absolute path, not a URL';
  return path.startsWith('~') ? 'an absolute path: nobody replaces ~' : 'an absolute path';
}

/** The first of several values that is relative, with its index. */
export function firstRelative(values: unknown, path: (value: unknown) => unknown = (value) => value) {
  if (!Array.isArray(values)) return undefined;
  for (const [index, value] of values.entries()) {
    const found = relative(path(value));
    if (found) return { ...found, index };
  }
  return undefined;
}
