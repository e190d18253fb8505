import type { StringPath } from '#core/json/json-strings.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, EventEntry, FrameEntry, RecordingHeader } from '#core/wire/entry.ts';
import { MAX_COMMENT, MAX_NAME } from '#core/wire/mark-limits.ts';
import { secretsOfBrokenJson } from './broken-json.ts';
import { mapSecrets, type SecretMap } from './map-secrets.ts';
import { createMask, type Known } from './mask.ts';
import { createSecretsAcrossEntries } from './secrets-across-entries.ts';
import { entryText } from './entry-text.ts';
import { secretOfWord } from './secret-words.ts';
import { secretsIn } from './secrets.ts';
import { replaceParts, type Found } from './spans.ts';
import { givenIn, textAt, withGiven, GIVEN } from './given-texts.ts';
import { isStreamed, linesOf, streamOf, type Stream } from './streams.ts';

/** Hides the secrets of one recording. Call `learn` with every entry, then take the entries from `entry`. */
export interface Redactor {
  learn(entry: Entry): void;
  header(header: RecordingHeader, onMasked?: OnMasked): RecordingHeader;
  entry(entry: Entry, onMasked?: OnMasked): Entry;
}

/** A value that was replaced. */
export interface Masked {
  /** undefined for the header. */
  readonly seq: number | undefined;
  /** `params.mcpServers[].env[].value`; `text` of what is no JSON. */
  readonly place: string;
  readonly rule: string;
  /** Of what was replaced, in characters. */
  readonly length: number;
  /** What stands there now. */
  readonly put: string;
}

/** Called for each replaced value, in order. */
export type OnMasked = (masked: Masked, value: string) => void;

/**
 * Makes a redactor. Two passes, because a secret may be echoed before the place that shows it to be one. Each secret becomes
 * `[redacted-N]`, with numbers above those that the recording has already, so the same recording always gives the same file, which still
 * checks, replays and compares as the original does. A secret is masked where it stands; one that differs from other words is looked
 * for everywhere. When a secret comes in pieces, the first has the placeholder and the others lack their part. Home folders become
 * `/home/user`. With `entryAt`, which reads an entry again, memory does not grow
 * with the texts: at most `mostKept` characters are kept.
 */
export function createRedactor(
  header: RecordingHeader,
  entryAt?: (seq: number) => Entry | undefined,
  mostKept?: number,
): Redactor {
  const mask = createMask(header.cwd);
  const pieces = createSecretsAcrossEntries(mask, entryAt && ((seq) => piecesOf(textAt(entryAt, seq))), mostKept);

  const given = new Map<number, Map<number, readonly Found[]>>(); // what gives itself away, by entry and number of the text

  function learning(seq: number, stream: Stream | undefined): SecretMap {
    let texts = 0;
    return {
      text(value, known, path) {
        texts += 1;
        if (path?.join('/') === 'params/cwd') mask.learnProject(value);
        if (stream && isPiece(known, path)) {
          pieces.add(seq, stream, path?.join(' ') ?? '', value);
          return value;
        }
        const found = secretsIn(value);
        if (found.length > 0) given.set(seq, (given.get(seq) ?? new Map()).set(texts, found));
        mask.learn(value, known, found);
        return value;
      },
      whole(value, isPassword) {
        mask.learnSecret(value, isPassword);
        mask.learn(value);
        return value;
      },
    };
  }

  function masking(seq: number, stream: Stream | undefined, onMasked: OnMasked | undefined): SecretMap {
    const ownPieces = pieces.of(seq);
    const own = given.get(seq);
    let texts = 0;
    let place = 'text';
    const report = (value: string, rule: string, put: string) =>
      onMasked?.(
        { seq: seq === NO_ENTRY ? undefined : Math.floor(seq), place, rule, length: value.length, put },
        value,
      );
    return {
      enter(path) {
        place = path
          .map((name) => (name === '' ? '[]' : `.${name}`))
          .join('')
          .replace(/^\./, '');
      },
      text(value, known, path) {
        texts += 1;
        const isCut = isStreamed(path);
        const parts = stream && isPiece(known, path) ? ownPieces.next(value) : undefined;
        const all = parts ?? mask.replacements(value, known, { isCut, given: own?.get(texts) ?? [] });
        if (onMasked)
          for (const { start, end, rule, put } of all) {
            const before = value.slice(start, end);
            if (put !== '' && put !== before) report(before, rule, put);
          }
        return replaceParts(value, all);
      },
      whole(value) {
        const put = mask.placeholderOf(value);
        if (put !== value) report(value, 'place', put);
        return put;
      },
    };
  }

  function maskGiven(frame: FrameEntry, onMasked: OnMasked | undefined): Uint8Array {
    const read = readEntry(frame, GIVEN);
    const masked = mapEntry(frame, read, masking(frame.seq, read?.stream, onMasked));
    return masked.kind === 'frame' ? masked.bytes : frame.bytes;
  }

  mapHeader(header, learning(NO_ENTRY, undefined));
  return {
    learn(entry) {
      const read = readEntry(entry);
      if (read?.isAsked) pieces.endTurn();
      mapEntry(entry, read, learning(entry.seq, read?.stream));
      const frame = givenIn(entry);
      const other = frame && readEntry(frame, GIVEN);
      if (frame) mapEntry(frame, other, learning(frame.seq, other?.stream));
    },
    header(of, onMasked) {
      pieces.settle();
      return { ...mapHeader(of, masking(NO_ENTRY, undefined, onMasked)), redacted: true };
    },
    entry(entry, onMasked) {
      pieces.settle();
      const read = readEntry(entry);
      const map = masking(entry.seq, read?.stream, onMasked);
      const masked = mapEntry(entry, read, map);
      return withGiven(masked, entry, map, (frame) => maskGiven(frame, onMasked));
    },
  };
}

/** True for a text that `createPieces` joins with others of its stream. */
const isPiece = (known: readonly Known[], path: StringPath | undefined): boolean =>
  known.length === 0 && isStreamed(path);

/** The texts of an entry that are pieces, in order. */
function piecesOf(entry: Entry | undefined): readonly string[] {
  const pieces: string[] = [];
  const read = entry && readEntry(entry);
  if (entry && read?.stream)
    mapEntry(entry, read, {
      text(value, known, path) {
        if (isPiece(known, path)) pieces.push(value);
        return value;
      },
      whole: (value) => value,
    });
  return pieces;
}

/** The header is no entry. */
const NO_ENTRY = -1;

/** What an entry says, as far as redacting it goes. */
interface Read {
  readonly text: string;
  readonly toBytes: (text: string) => Uint8Array;
  /** What is secret by its place in a frame that is no JSON. */
  readonly known?: readonly Known[];
  /** Those of the messages in it; undefined for what is no JSON. */
  readonly methods?: ReadonlySet<string>;
  readonly stream?: Stream | undefined;
  /** The client asks something: what was said before goes on in nothing that comes now. */
  readonly isAsked?: boolean;
}

/** Undefined for events, which have no text. `prefix` keeps the streams of what was given apart from those received. */
function readEntry(entry: Entry, prefix = ''): Read | undefined {
  if (entry.kind === 'event') return undefined;
  const { text, utf8, toBytes } = entryText(entry.bytes);
  const decoded = entry.kind === 'frame' ? decodeFrame(utf8) : undefined;
  if (decoded?.kind !== 'json' || !/^\s*[[{]/.test(text))
    return {
      text,
      toBytes,
      stream: prefixed(linesOf(entry.from), prefix),
      known: decoded ? secretsOfBrokenJson(text) : [],
    };
  const messages = decoded.parts.flatMap(({ message }) => message ?? []);
  return {
    text,
    toBytes,
    methods: new Set(messages.flatMap((message) => ('method' in message ? [message.method] : []))),
    stream: decoded.batch ? undefined : prefixed(streamOf(messages[0]), prefix),
    isAsked: entry.from === 'client' && messages.some(({ kind }) => kind === 'request'),
  };
}

const prefixed = <Of extends Stream | undefined>(stream: Of, prefix: string) =>
  stream && prefix !== '' ? { ...stream, name: `${prefix}${stream.name}` } : stream;

function mapEntry(entry: Entry, read: Read | undefined, map: SecretMap): Entry {
  const extra = entry.extra === undefined ? {} : { extra: mapSecrets(entry.extra, withoutPlaces(map)) };
  if (entry.kind === 'event' || !read) {
    if (entry.kind !== 'event') return entry;
    const event = JSON.parse(mapSecrets(JSON.stringify(entry.event), map)) as EventEntry['event']; // the same members
    return { ...entry, ...extra, event };
  }
  const { text, toBytes, methods, known = [] } = read;
  const mapped = methods ? mapSecrets(text, map, { methods }) : map.text(text, known, ['text']);
  return { ...entry, ...extra, bytes: toBytes(mapped) };
}

function mapHeader(header: RecordingHeader, map: SecretMap): RecordingHeader {
  const { name, command, cwd, comments, extra } = header;
  const textOf = (place: string, value: string, known: readonly Known[] = []) => {
    map.enter?.([place], 0);
    return map.text(value, known);
  };
  return {
    ...header,
    ...(name === undefined ? {} : { name: cutTo(header.named ? MAX_NAME : Infinity, textOf('name', name)) }),
    ...(extra === undefined ? {} : { extra: mapSecrets(extra, map) }),
    command: command.map((word, index) =>
      textOf(`command[${index}]`, word, secretOfWord(command.slice(0, index), word)),
    ),
    cwd: textOf('cwd', cwd),
    ...(comments === undefined
      ? {}
      : { comments: comments.map((comment, index) => cutTo(MAX_COMMENT, textOf(`comments[${index}]`, comment))) }),
  };
}

/** A mask may be longer than what it hides, and a file with a longer text would be refused. */
const cutTo = (length: number, text: string): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** What stands beside an entry is no piece of what it says. */
const withoutPlaces = ({ text, ...map }: SecretMap): SecretMap => ({
  ...map,
  text: (value, known) => text(value, known),
});
