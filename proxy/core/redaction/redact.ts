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
import { replaceParts, type Found, type IsMasked, type Replacement } from './spans.ts';
import { DELIVERED, deliveredForm, textAt, withDeliveredForm } from './delivered-form.ts';
import { isStreamed, linesOf, streamOf, type Stream } from './streams.ts';

/** Hides the secrets of one recording. Call `learn` with every entry, then take the entries from `entry`. */
export interface Redactor {
  learn(entry: Entry): void;
  /** `isMasked`: whether a rule applies. Default: all do. */
  header(header: RecordingHeader, onMasked?: OnMasked, isMasked?: IsMasked): RecordingHeader;
  entry(entry: Entry, onMasked?: OnMasked, isMasked?: IsMasked): Entry;
}

/** A value that was replaced. */
export interface Masked {
  /** undefined for the header. */
  readonly seq: number | undefined;
  /**
   * `params.mcpServers[].env[].value`; `text` for stderr and for frames that are not JSON; `cwd` or `command[0]` in the
   * header.
   */
  readonly place: string;
  readonly rule: string;
  /** The length of the replaced value, in characters. */
  readonly length: number;
  /** The replacement. */
  readonly put: string;
}

/** Called for each replaced value, in order. */
export type OnMasked = (masked: Masked, value: string) => void;

/**
 * Makes a redactor of two passes: a secret may be repeated before the place that shows it. Each secret becomes
 * `[redacted-N]`, with numbers above those already in the recording. Masks a value everywhere if `isDistinctive`, a
 * password that looks like a word wherever it is a whole word, and other values only in their place. For a secret in
 * pieces, the first piece gets the placeholder and the others lose their part. Home folders become `/home/user`. The
 * same recording always gives the same file. With `entryAt`, at most `mostKept` characters of joined texts stay in
 * memory; the rest is read again.
 */
export function createRedactor(
  header: RecordingHeader,
  entryAt?: (seq: number) => Entry | undefined,
  mostKept?: number,
): Redactor {
  const mask = createMask(header.cwd);
  const pieces = createSecretsAcrossEntries(mask, entryAt && ((seq) => piecesOf(textAt(entryAt, seq))), mostKept);

  /** By entry, then by number of the text in it: the secrets that `secretsIn` found while learning. */
  const foundIn = new Map<number, Map<number, readonly Found[]>>();

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
        if (found.length > 0) foundIn.set(seq, (foundIn.get(seq) ?? new Map()).set(texts, found));
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

  function masking(
    seq: number,
    stream: Stream | undefined,
    onMasked: OnMasked | undefined,
    isMasked: IsMasked | undefined,
  ): SecretMap {
    const ownPieces = pieces.of(seq, isMasked);
    const own = foundIn.get(seq);
    let texts = 0;
    let place = 'text';
    const report = (value: string, rule: string, put: string) =>
      onMasked?.(
        { seq: seq === NO_ENTRY ? undefined : Math.floor(seq), place, rule, length: value.length, put },
        value,
      );
    function replaced(value: string, all: readonly Replacement[]): string {
      if (onMasked)
        for (const { start, end, rule, put } of all) {
          const before = value.slice(start, end);
          if (put !== '' && put !== before) report(before, rule, put);
        }
      return replaceParts(value, all);
    }
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
        return replaced(
          value,
          parts ?? mask.replacements(value, known, { isCut, found: own?.get(texts) ?? [], isMasked }),
        );
      },
      whole(value) {
        if (isMasked?.('place') === false) {
          // The rule `place` is off: `said again` leaves the value, too. Other rules may mask parts of it.
          const known = [{ start: 0, end: value.length, rule: 'place' }];
          return replaced(value, mask.replacements(value, known, { isCut: false, isMasked }));
        }
        const put = mask.placeholderOf(value);
        if (put !== value) report(value, 'place', put);
        return put;
      },
    };
  }

  function maskDelivered(
    frame: FrameEntry,
    onMasked: OnMasked | undefined,
    isMasked: IsMasked | undefined,
  ): Uint8Array {
    const read = readEntry(frame, DELIVERED);
    const masked = mapEntry(frame, read, masking(frame.seq, read?.stream, onMasked, isMasked));
    return masked.kind === 'frame' ? masked.bytes : frame.bytes;
  }

  mapHeader(header, learning(NO_ENTRY, undefined));
  return {
    learn(entry) {
      const read = readEntry(entry);
      if (read?.isAsked) pieces.endTurn();
      mapEntry(entry, read, learning(entry.seq, read?.stream));
      const frame = deliveredForm(entry);
      const other = frame && readEntry(frame, DELIVERED);
      if (frame) mapEntry(frame, other, learning(frame.seq, other?.stream));
    },
    header(of, onMasked, isMasked) {
      pieces.settle();
      return { ...mapHeader(of, masking(NO_ENTRY, undefined, onMasked, isMasked)), redacted: true };
    },
    entry(entry, onMasked, isMasked) {
      pieces.settle();
      const read = readEntry(entry);
      const map = masking(entry.seq, read?.stream, onMasked, isMasked);
      const masked = mapEntry(entry, read, map);
      return withDeliveredForm(masked, entry, map, (frame) => maskDelivered(frame, onMasked, isMasked));
    },
  };
}

/** True for a text that `createSecretsAcrossEntries` joins with others of its stream. */
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

/** The number that stands for the header, which has no `seq`. */
const NO_ENTRY = -1;

/** An entry's text as redaction reads it, and how to write it back. */
interface Read {
  readonly text: string;
  readonly toBytes: (text: string) => Uint8Array;
  /** The secrets by place in a frame that is not JSON. */
  readonly known?: readonly Known[];
  /** The methods of its messages; undefined if the frame is not JSON. */
  readonly methods?: ReadonlySet<string>;
  readonly stream?: Stream | undefined;
  /** True for a request of the client: it ends all streamed texts. */
  readonly isAsked?: boolean;
}

/** Undefined for events: `mapEntry` masks their JSON. `prefix` separates streams of delivered and received texts. */
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

/** Cuts a masked text to its limit: a placeholder may be longer than its value, and readers refuse a longer text. */
const cutTo = (length: number, text: string): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** Leaves out the path for texts in `extra`, so that `isPiece` is false for them. */
const withoutPlaces = ({ text, ...map }: SecretMap): SecretMap => ({
  ...map,
  text: (value, known) => text(value, known),
});
