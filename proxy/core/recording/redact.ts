import { concat, decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame, type Decoded } from '#core/wire/decode.ts';
import type { Entry, EventEntry, RecordingHeader } from '#core/wire/entry.ts';
import { mapStrings, type StringPath } from '#core/wire/json-strings.ts';
import { HOME, isDistinctive, isSecretOption, isSecretPlace, secretsIn } from './secrets.ts';

/** User names that are words of their own: masked in paths only. */
const COMMON_USERS = new Set([
  'user',
  'root',
  'admin',
  'home',
  'public',
  'shared',
  'node',
  'agent',
  'runner',
  'default',
]);

const USER = 'user';

/** Hides the secrets of one recording. Tell it every entry with `learn`, then take the entries from `entry`. */
export interface Redactor {
  learn(entry: Entry): void;
  header(header: RecordingHeader): RecordingHeader;
  entry(entry: Entry): Entry;
}

/**
 * Makes a redactor. Two passes, because a secret may be echoed before the place that shows it to be one. Each secret becomes
 * `[redacted-N]`, numbered as they appear, so the same recording always gives the same file, which still checks, replays and compares
 * as the original does. Home folders become `/home/user`. A secret that a model streams in pieces is not recognised.
 */
export function createRedactor(header: RecordingHeader): Redactor {
  const secrets = new Map<string, string>();
  const users = new Set<string>();
  let echoes: RegExp | undefined;

  function learnSecret(secret: string): void {
    if (secret === '' || secrets.has(secret) || /^\[redacted-\d+\]$/.test(secret)) return;
    secrets.set(secret, `[redacted-${secrets.size + 1}]`);
    echoes = undefined;
  }

  function learnText(text: string): void {
    for (const secret of secretsIn(text)) learnSecret(secret);
    for (const { groups } of text.matchAll(HOME)) users.add(groups?.['user'] ?? '');
  }

  function learnWords(words: readonly string[]): void {
    words.forEach((word, index) => {
      learnText(word);
      if (isSecretOption(words[index - 1] ?? '')) learnSecret(word);
    });
  }

  function maskText(text: string): string {
    echoes ??= echoPattern();
    const masked = text.replace(echoes, (found) => secrets.get(found) ?? USER);
    return masked.replace(HOME, (_whole, parent: string) => `${parent}${USER}`);
  }

  /** Matches every secret that can be told from other words, the longest first, and user names as words. */
  function echoPattern(): RegExp {
    const long = [...secrets.keys()].filter(isDistinctive).toSorted((a, b) => b.length - a.length);
    const names = [...users].filter((user) => user.length >= 3 && !COMMON_USERS.has(user.toLowerCase()));
    const alternatives = [...long.map(escape), ...names.map((name) => `(?<![\\w-])${escape(name)}(?![\\w-])`)];
    return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'g');
  }

  /** Walks the strings of a frame; `secret` says that it is one because of where it stands. */
  function mapFrame(decoded: Decoded & { kind: 'json' }, map: (value: string, secret: boolean) => string): string {
    const methods = decoded.parts.map(({ message }) => (message && 'method' in message ? message.method : undefined));
    let before: { readonly value: string; readonly depth: number } | undefined;
    return mapStrings(decoded.text, (value, path: StringPath) => {
      const follows =
        before !== undefined && before.depth === path.length && path.at(-1) === '' && isSecretOption(before.value);
      before = { value, depth: path.length };
      return map(value, follows || isSecretPlace(path, methods[0]));
    });
  }

  function maskBytes(bytes: Uint8Array, isFrame: boolean): Uint8Array {
    const { text, utf8, toBytes } = readable(bytes);
    const decoded = isFrame ? decodeFrame(utf8) : undefined;
    if (decoded?.kind !== 'json') return toBytes(maskText(text));
    return toBytes(
      mapFrame(decoded, (value, secret) => (secret ? (secrets.get(value) ?? maskText(value)) : maskText(value))),
    );
  }

  function learn(entry: Entry): void {
    if (entry.kind === 'event') return learnText(JSON.stringify(entry.event));
    const { text, utf8 } = readable(entry.bytes);
    const decoded = entry.kind === 'frame' ? decodeFrame(utf8) : undefined;
    if (decoded?.kind === 'json') {
      mapFrame(decoded, (value, secret) => {
        if (secret) learnSecret(value);
        learnText(value);
        return value;
      });
    } else learnText(text);
  }

  learnWords(header.command);
  learnText(header.cwd);
  learnText(header.name ?? '');

  return {
    learn,
    header: ({ name, command, cwd, extra, ...rest }) => ({
      ...rest,
      ...(name === undefined ? {} : { name: maskText(name) }),
      ...(extra === undefined ? {} : { extra: mapStrings(extra, maskText) }),
      command: command.map(maskText),
      cwd: maskText(cwd),
      redacted: true,
    }),
    entry(entry) {
      const extra = entry.extra === undefined ? {} : { extra: mapStrings(entry.extra, maskText) };
      if (entry.kind !== 'event') return { ...entry, ...extra, bytes: maskBytes(entry.bytes, entry.kind === 'frame') };
      const event = JSON.parse(mapStrings(JSON.stringify(entry.event), maskText)) as EventEntry['event']; // the same members
      return { ...entry, ...extra, event };
    },
  };
}

/** The text of an entry. Bytes that are no UTF-8 are read as Latin-1: secrets are ASCII mostly, and every byte comes back as it was. */
function readable(bytes: Uint8Array): Readable {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, utf8: bytes, toBytes: encodeUtf8 };
  const latin1 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { text: latin1, utf8: encodeUtf8(latin1), toBytes: encodeLatin1 };
}

interface Readable {
  readonly text: string;
  /** The text as UTF-8, for the frame decoder. */
  readonly utf8: Uint8Array;
  readonly toBytes: (text: string) => Uint8Array;
}

/** Characters that Latin-1 does not have (from a JSON escape in a string that was masked) become UTF-8. */
const encodeLatin1 = (text: string): Uint8Array =>
  concat(Array.from(text, (char) => (char <= '\xff' ? Uint8Array.of(char.charCodeAt(0)) : encodeUtf8(char))));

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
