import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { elapsedUs, epochMs, type ElapsedUs, type Seq } from '#core/units.ts';
import { encodeUtf8, fromBase64, LF } from '#core/wire/bytes.ts';
import { decodeValue, type Decoded } from '#core/wire/decode-frame.ts';
import { decodeBody } from '#core/wire/encode-body.ts';
import type { Cut, Entry, RecordingHeader, Sent, Stream, Why } from '#core/wire/entry.ts';
import { MAX_COMMENT, MAX_NAME } from '#core/wire/mark-limits.ts';
import { formatOf, upgrade, type RecordingJson } from './format.ts';
import { notARecording } from './not-a-recording.ts';

const HEADER_MEMBERS = new Set(['acptap', 'id', 'name', 'startedAt', 'command', 'cwd', 'redacted']);
const ENTRY_MEMBERS = new Set(['t', 'from', 'json', 'text', 'base64']);
const CUT_MEMBERS = new Set([...ENTRY_MEMBERS, 'cut']);
const SENT_MEMBERS = ['sent', 'why'];

/** Defaults for the header of a hand-written file. */
export type HeaderDefaults = Pick<RecordingHeader, 'id' | 'startedAt'>;

const DEFAULTS: HeaderDefaults = { id: 'recording', startedAt: epochMs(0) };

/** A line of a recording file. */
export interface Line {
  /** Its bytes, with its line end. Entries may share memory with it. */
  readonly bytes: Uint8Array;
  /** Without its line end. */
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  /** Where it begins: bytes from the beginning of the file. */
  readonly offset: number;
  /** True for a last line that lacks its end and is not JSON. Its `text` is empty. */
  readonly isCut: boolean;
}

/** An entry, and its decoded frame if reading the line has decoded it already. */
export interface ReadEntry {
  readonly entry: Entry;
  readonly decoded: Decoded | undefined;
}

/**
 * Reads a recording file line by line. Make one per file: the first line decides the format of the rest. An entry
 * without a time gets the time of the previous entry. Errors name the line, counted from 1.
 */
export function createRecordingDecoder(defaults = DEFAULTS) {
  let format = 1;
  let line = 1;
  let last = elapsedUs(0);

  const fail = (what: string): never => {
    throw new AcptapError('not-a-recording', `line ${line} of the recording ${what}`);
  };

  function parse(text: string): RecordingJson {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      return fail(`is not JSON: ${cause instanceof Error ? cause.message : String(cause)}. Mend or remove the line`);
    }
    return isObject(value) ? value : fail('is not a JSON object');
  }

  function parseHeader(text: string): RecordingJson {
    if (text.startsWith('\ufeff')) fail('begins with a byte order mark: save the file as UTF-8 without one');
    const raw = text.startsWith('{"acptap"') ? parse(text) : parseJson(text);
    if (!isObject(raw)) throw notARecording(text);
    return isDeep(raw) ? fail(TOO_DEEP) : raw;
  }

  return {
    /** @throws {AcptapError} `not-a-recording`, `newer-format`, `unknown-format`. */
    header(text: string): RecordingHeader {
      const raw = parseHeader(text);
      format = formatOf(raw, text);
      const { id = defaults.id, name, startedAt, command, cwd, redacted, ...rest } = upgrade(raw, format);
      if (typeof id !== 'string' || id === '') return fail(`has no text in "id": ${JSON.stringify(id)}`);
      const started =
        startedAt === undefined
          ? defaults.startedAt
          : typeof startedAt === 'string'
            ? Date.parse(startedAt)
            : Number.NaN;
      if (Number.isNaN(started)) return fail(`has no date in "startedAt": ${JSON.stringify(startedAt)}`);
      const marks = marksOf(rest);
      if (marks.named && typeof name === 'string' && name.length > MAX_NAME)
        return fail(`has a "name" of ${name.length} characters: ${MAX_NAME} are possible with "named"; shorten it`);
      const long = marks.comments?.findIndex((comment) => comment.length > MAX_COMMENT) ?? -1;
      if (long >= 0) return fail(`has more than ${MAX_COMMENT} characters in comment ${long + 1}: shorten it`);
      return {
        id,
        ...(typeof name === 'string' ? { name } : {}),
        startedAt: epochMs(Math.max(0, started)),
        command: Array.isArray(command) ? command.map(String) : [],
        cwd: typeof cwd === 'string' ? cwd : '',
        redacted: redacted === true,
        ...marks,
        ...extraOf(rest, new Set([...HEADER_MEMBERS, ...Object.keys(marks)])),
      };
    },

    /**
     * Decodes a line after the header, and changes the bytes of the line. `before` is the time of the previous entry.
     * @throws {AcptapError} `not-a-recording` with the reason.
     */
    entry({ bytes: own, text, number }: Line, seq: Seq, before = last): ReadEntry {
      line = number;
      const value = upgrade(parse(text), format);
      const { t = before } = value;
      const elapsed = timeOf(t) ?? fail(`has no time "t" in whole microseconds: ${quote(t)}`);
      last = elapsed;
      const { event } = value;
      if (typeof event === 'string') {
        const { t: _t, event: _event, comment, ...members } = value;
        if (isDeep(members)) fail(TOO_DEEP);
        const remark = typeof comment === 'string' ? { extra: JSON.stringify({ comment }) } : {};
        return {
          entry: { kind: 'event', seq, elapsed, event: { event, ...members }, ...remark },
          decoded: undefined,
        };
      }
      const cut = cutOf(value);
      const sent = sentOf(value);
      const known = cut ? CUT_MEMBERS : ENTRY_MEMBERS;
      const extra = extraOf(value, sent ? new Set([...known, ...SENT_MEMBERS]) : known) ?? fail(TOO_DEEP);
      const { bytes, decoded } = bodyOf(value, own, text) ?? fail(bodyFault(value));
      const from = streamOf(value['from']) ?? fail(`comes from ${quote(value['from'])}: not client, agent or stderr`);
      if (from === 'stderr')
        return { entry: { kind: 'stderr', seq, elapsed, from, bytes, ...extra }, decoded: undefined };
      const delivery = sent ? { sent } : {};
      if (cut)
        return {
          entry: { kind: 'frame', seq, elapsed, from, bytes, cut, ...delivery, ...extra },
          decoded: undefined,
        };
      return { entry: { kind: 'frame', seq, elapsed, from, bytes, ...delivery, ...extra }, decoded };
    },
  };
}

/** The header's mark of interventions, and the marks that people made. A member with another value is unknown. */
function marksOf({
  interventions,
  named,
  comments,
}: RecordingJson): Pick<RecordingHeader, 'interventions' | 'named' | 'comments'> {
  const isOurs = Array.isArray(comments) && comments.every((comment) => typeof comment === 'string');
  return {
    ...(interventions === true ? { interventions } : {}),
    ...(named === true ? { named } : {}),
    ...(isOurs ? { comments } : {}),
  };
}

function timeOf(value: unknown): ElapsedUs | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? elapsedUs(value) : undefined;
}

const streamOf = (value: unknown): Stream | undefined =>
  value === 'client' || value === 'agent' || value === 'stderr' ? value : undefined;

/** The length and hash of a cut frame. undefined for a whole frame, and for a member `cut` that is not acptap's. */
function cutOf({ from, cut }: RecordingJson): Cut | undefined {
  if (from === 'stderr' || !isObject(cut)) return undefined;
  const { bytes, sha256, ...others } = cut;
  const isOurs = Number.isSafeInteger(bytes) && typeof sha256 === 'string' && /^[\da-f]{64}$/.test(sha256);
  return isOurs && Object.keys(others).length === 0 ? { bytes: Number(bytes), sha256 } : undefined;
}

/** The delivery of a frame. undefined in a raw recording, and if the member is not acptap's. */
function sentOf({ from, sent, why = [] }: RecordingJson): Sent | undefined {
  if (from === 'stderr' || sent === undefined || !Array.isArray(why) || !why.every(isWhy)) return undefined;
  if (sent === null) return { why };
  const elapsed = isObject(sent) ? timeOf(sent['t']) : undefined;
  if (!isObject(sent) || elapsed === undefined) return undefined;
  const bytes = ownBody(sent);
  return { elapsed, why, ...(bytes ? { bytes } : {}) };
}

const isWhy = (value: unknown): value is Why => isObject(value) && typeof value['kind'] === 'string';

function ownBody(sent: RecordingJson): Uint8Array | undefined {
  try {
    return decodeBody(sent);
  } catch {
    return undefined; // nested deeper than the runtime can write
  }
}

interface Body {
  readonly bytes: Uint8Array;
  readonly decoded?: Decoded;
}

function bodyOf(value: RecordingJson, own: Uint8Array, text: string): Body | undefined {
  if (Object.hasOwn(value, 'json')) return frameOf(value['json'], own, text);
  if (typeof value['text'] === 'string') return { bytes: encodeUtf8(value['text']) };
  const bytes = typeof value['base64'] === 'string' ? fromBase64(value['base64']) : undefined;
  return bytes && { bytes };
}

/** undefined for JSON that is nested deeper than the runtime can write. acptap writes such a frame as `text`. */
function frameOf(value: unknown, own: Uint8Array, line: string): Body | undefined {
  let json: string;
  try {
    json = JSON.stringify(value);
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
  const bytes = cutOut(json, own, line);
  return bytes ? { bytes, decoded: decodeValue(value, `${json}\n`) } : { bytes: encodeUtf8(`${json}\n`) };
}

const CLOSING_BRACE = 0x7d;

/**
 * Takes the bytes of a frame out of its line, if the line ends with `json` and a brace, as acptap writes it. Overwrites
 * the brace with LF. This saves encoding, decoding and parsing. undefined for JSON in another spelling.
 */
function cutOut(json: string, own: Uint8Array, line: string): Uint8Array | undefined {
  const start = line.length - 1 - json.length;
  if (line.charCodeAt(line.length - 1) !== CLOSING_BRACE || line.slice(start, -1) !== json) return undefined;
  for (let index = 0; index < start; index++) if ((own[index] ?? 0) > 0x7f) return undefined; // not ASCII
  const end = own.lastIndexOf(CLOSING_BRACE);
  own[end] = LF;
  return own.subarray(start, end + 1);
}

function bodyFault(value: RecordingJson): string {
  if (Object.hasOwn(value, 'json')) return 'has a "json" that is nested too deeply: it can be given as "text"';
  if (typeof value['base64'] === 'string') return 'has a "base64" that is no base64';
  const wrong = ['text', 'base64'].find((name) => Object.hasOwn(value, name));
  return wrong === undefined
    ? 'has none of "json", "text", "base64" and "event"'
    : `has a "${wrong}" that is not a string`;
}

const NO_EXTRA = {};

/** The unknown members as JSON text. Undefined if they are nested too deeply to be written again. */
function extraOf(value: RecordingJson, known: ReadonlySet<string>): { extra?: string } | undefined {
  const names = Object.keys(value).filter((name) => !known.has(name));
  if (names.length === 0) return NO_EXTRA;
  const members = Object.fromEntries(names.map((name) => [name, value[name]]));
  return isDeep(members) ? undefined : { extra: JSON.stringify(members) };
}

/** The runtime parses deeper JSON than it can write. Files have deep frames as text; other deep members are refused. */
const MAX_LEVELS = 1000;

const TOO_DEEP = `is nested deeper than ${MAX_LEVELS} levels: remove the deep member`;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_LEVELS && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

/** A value for an error message. */
const quote = (value: unknown): string => (isDeep(value) ? 'a deep value' : JSON.stringify(value));
