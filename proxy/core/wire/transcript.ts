import { elapsedUs, seqOf, type ElapsedUs, type Seq } from '../units.ts';
import { concat, decodeLossy, encodeUtf8, LF } from './bytes.ts';
import { decodeFrame } from './decode-frame.ts';
import type { Entry, Side } from './entry.ts';
import type { Message } from './jsonrpc.ts';

/**
 * The transcript notation: a conversation as a person would write it down, one entry a line. For tests and
 * examples.
 *
 *     > 1 session/prompt {"sessionId":"s"}     client → agent, request with id 1
 *     < session/update {"sessionId":"s"}       agent → client, notification
 *     < 1 ok {"stopReason":"end_turn"}         response with a result; `> 7 error {"code":-32601,"message":"…"}` with an error
 *     < | any bytes at all                     a frame verbatim (LF added); `\|` in place of `|` adds none
 *     ! warning: low disk                      a line of stderr
 *     = exit {"code":0,"signal":null}          a process event
 *
 * In verbatim frames and in stderr, \xNN, \n, \r and \\ are escapes; \{1000} makes the byte before it a
 * thousand bytes. Each entry is one millisecond after the previous one, or at 1500 microseconds when its line
 * starts with `@1500`. Ids are JSON: `1`, `"1"` and `null` differ. Blank lines and lines that start with `#`
 * are ignored.
 * @throws {Error} with the line for anything else, because only our own code contains transcripts.
 */
export function parseTranscript(transcript: string): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (const line of transcript.split('\n').map((text) => text.trimStart())) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const timed = /^@(\d+) +(.*)$/s.exec(line);
    at = timed ? Number(timed[1]) : at + 1000;
    entries.push(parseLine(timed?.[2] ?? line, seqOf(entries.length), elapsedUs(at)));
  }
  return entries;
}

/** The inverse of `parseTranscript`, for display. Leaves out times, and spells JSON as `JSON.stringify` does. */
export const renderTranscript = (entries: readonly Entry[]): string => entries.map(renderEntry).join('\n');

function parseLine(line: string, seq: Seq, elapsed: ElapsedUs): Entry {
  const [, mark = '', body = ''] = /^([<>!=]) ?(.*)$/s.exec(line) ?? [];
  if (mark === '!') return { kind: 'stderr', seq, elapsed, from: 'stderr', bytes: unescape(`${body}\\n`) };
  if (mark === '=') {
    const [, event = '', members = '{}'] = /^(\S+) *(\{.*\})?$/.exec(body) ?? [];
    return { kind: 'event', seq, elapsed, event: { event, ...(JSON.parse(members || '{}') as object) } };
  }
  if (mark !== '<' && mark !== '>') throw new Error(`not a transcript line: ${line}`);
  const from: Side = mark === '>' ? 'client' : 'agent';
  return { kind: 'frame', seq, elapsed, from, bytes: parseFrame(body, line) };
}

function parseFrame(body: string, line: string): Uint8Array {
  const verbatim = /^(\\?)\| ?(.*)$/s.exec(body);
  if (verbatim) return unescape(`${verbatim[2]}${verbatim[1] ? '' : '\\n'}`);

  const [, id, word = '', json] = /^(?:(null|-?\d[\d.eE+-]*|"(?:[^"\\]|\\.)*") )?(\S+)(?: +(.+))?$/s.exec(body) ?? [];
  if (word === '') throw new Error(`not a transcript line: ${line}`);
  if (json !== undefined) JSON.parse(json); // throws, so that a typo in a transcript does not become a bad frame
  const idMember = id === undefined ? '' : `"id":${id},`;
  const rest =
    id !== undefined && word === 'ok'
      ? `"result":${json ?? 'null'}`
      : id !== undefined && word === 'error'
        ? `"error":${json ?? 'null'}`
        : `"method":${JSON.stringify(word)}${json === undefined ? '' : `,"params":${json}`}`;
  return encodeUtf8(`{"jsonrpc":"2.0",${idMember}${rest}}\n`);
}

function unescape(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const token of text.matchAll(/\\x([0-9a-fA-F]{2})|\\([nr\\])|\\\{(\d+)\}|[^\\]+|\\/gu)) {
    const [whole, hex, simple, times] = token;
    if (hex !== undefined) parts.push(Uint8Array.of(Number.parseInt(hex, 16)));
    else if (simple !== undefined) parts.push(Uint8Array.of({ n: 0x0a, r: 0x0d, '\\': 0x5c }[simple] ?? 0));
    else if (times !== undefined) parts.push(new Uint8Array(Number(times) - 1).fill(parts.at(-1)?.at(-1) ?? 0));
    else parts.push(encodeUtf8(whole));
  }
  return concat(parts);
}

function renderEntry(entry: Entry): string {
  if (entry.kind === 'stderr') return `! ${escape(decodeLossy(entry.bytes).replace(/\n$/, ''))}`;
  if (entry.kind === 'event') {
    const { event, ...members } = entry.event;
    return Object.keys(members).length > 0 ? `= ${event} ${JSON.stringify(members)}` : `= ${event}`;
  }
  const mark = entry.from === 'client' ? '>' : '<';
  const decoded = decodeFrame(entry.bytes);
  const [part] = decoded.kind === 'json' && !decoded.batch ? decoded.parts : [];
  const terminated = entry.bytes.at(-1) === LF;
  const plain = terminated && part?.message && part.faults.length === 0 ? renderMessage(part.message) : undefined;
  if (plain !== undefined) return `${mark} ${plain}`;
  const text = decoded.kind === 'not-utf8' ? escapeBytes(entry.bytes) : escape(decoded.text);
  return terminated ? `${mark} | ${text.slice(0, -2)}` : `${mark} \\| ${text}`;
}

/** A method that the notation can write, because it cannot be mistaken for an id or an outcome. */
const BARE = /^(?!(?:ok|error|null)$)[A-Za-z_$][\w$/.-]*$/;

/** Undefined where the notation cannot express the message. */
function renderMessage(message: Message): string | undefined {
  if (message.kind !== 'response' && !BARE.test(message.method)) return undefined;
  switch (message.kind) {
    case 'request':
      return `${message.id} ${message.method}${renderJson(message.params)}`;
    case 'notification':
      return `${message.method}${renderJson(message.params)}`;
    case 'response':
      return message.outcome.ok
        ? `${message.id ?? 'null'} ok${renderJson(message.outcome.result)}`
        : `${message.id ?? 'null'} error${renderJson(message.outcome.error)}`;
  }
}

const renderJson = (value: unknown) => (value === undefined ? '' : ` ${JSON.stringify(value)}`);

const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

const escapeBytes = (bytes: Uint8Array) =>
  [...bytes]
    .map((byte) =>
      byte === 0x0a
        ? '\\n'
        : byte === 0x5c
          ? '\\\\'
          : byte < 0x20 || byte > 0x7e
            ? `\\x${byte.toString(16).padStart(2, '0')}`
            : String.fromCharCode(byte),
    )
    .join('');
