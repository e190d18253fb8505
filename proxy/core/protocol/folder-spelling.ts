import { encodeUtf8 } from '#core/wire/bytes.ts';

/** `C:\…`, `C:/…` and `\\server\share`: paths where case and kind of separator do not matter. */
export const isWindows = (path: string): boolean => /^(?:[a-z]:(?:[\\/]|$)|\\\\[^\\/])/iu.test(path);

/** The same key for all spellings of one folder. */
export const keyOf = (folder: string): string =>
  isWindows(folder) ? folder.toLowerCase().replaceAll('\\', '/') : folder;

/** A folder as a `file:` URI. Encodes no more than https://url.spec.whatwg.org/#path-percent-encode-set asks for. */
export const toUri = (folder: string): string =>
  folder.startsWith('\\\\') ? `file:${encode(folder)}` : `file://${toUriPath(folder)}`;

/** The path of a folder in a `file:` URI. */
export const toUriPath = (folder: string): string =>
  folder === '' || folder.startsWith('/') ? encode(folder) : `/${encode(folder)}`;

function encode(folder: string): string {
  const path = isWindows(folder) ? folder.replaceAll('\\', '/') : folder;
  return encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}

/**
 * Returns the decoded folder of a `file:` URI: `C:/a` for `file:///c%3A/a` (ignoring case), `\\server/share`
 * for `file://server/share`.
 */
export function fromUri(uri: string): string {
  const path = decode(uri.slice('file://'.length).replace(/^localhost(?=\/|$)/iu, ''));
  if (/^\/[a-z]:/iu.test(path)) return path.slice(1);
  return path === '' || path.startsWith('/') ? path : `\\\\${path}`;
}

/** Decodes percent escapes; returns the text unchanged if one is invalid. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Appends the rest of a path to a folder, with that folder's separators. */
export function below(folder: string, rest: string, wasWindows: boolean): string {
  const separator = isWindows(folder) && !folder.includes('/') ? '\\' : '/';
  const path = folder + (wasWindows || separator === '\\' ? rest.replace(/[\\/]/g, () => separator) : rest);
  return path === '' || /^[a-z]:$/iu.test(path) ? path + separator : path;
}

/** A regular expression (with the flag `u`) for all spellings of a folder, in paths and in URIs. */
export function patternOf(folder: string): string {
  const anyCase = isWindows(folder);
  return Array.from(folder, (char) => {
    if (anyCase && /[\\/]/.test(char)) return String.raw`[\\/]`;
    const cases = anyCase ? [...new Set([char.toLowerCase(), char.toUpperCase()])] : [char];
    const spelled = cases.flatMap((one) => (/[\w/.~-]/.test(one) ? [escape(one)] : [escape(one), percents(one)]));
    return spelled.length === 1 ? spelled[0] : `(?:${spelled.join('|')})`;
  }).join('');
}

const percents = (char: string) =>
  Array.from(encodeUtf8(char), (byte) => {
    const hex = byte.toString(16).padStart(2, '0');
    return `%(?:${hex}|${hex.toUpperCase()})`;
  }).join('');

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
