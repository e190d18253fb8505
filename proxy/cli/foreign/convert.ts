import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { quoted } from '#core/json/render-value.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { epochMs } from '#core/units.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import { opposite, type Entry, type RecordingHeader, type Side } from '#core/wire/entry.ts';
import { fileError } from '../../replay/playbook/file-error.ts';
import { readAcpDevtools } from './acp-devtools.ts';
import { readConductor } from './conductor.ts';
import type { Foreign } from './foreign.ts';
import { readTeeLogs } from './tee-logs.ts';

/** The largest file of another tool, because it is read whole. */
const MAX_BYTES = 256 * 1024 * 1024;

const OUR_START = Buffer.from('{"acptap":');

/** A recording file made from a file of another tool. */
export interface Converted {
  readonly id: string;
  readonly tool: string;
  readonly lost: readonly string[];
  /** Writes the recording file. */
  readonly write: (path: string) => void;
}

/** Reads a file of acp-devtools or of the conductor. Undefined for a recording file of ours, and for unknown files. */
export function convertFile(path: string): Converted | undefined {
  const bytes = readWhole(path, (file) => !isOurs(file));
  if (!bytes) return undefined;
  const text = bytes.toString('utf8');
  const foreign = readConductor(linesOf(text)) ?? readAcpDevtools(parseJson(text));
  return foreign && converted(foreign, path, bytes);
}

/**
 * Makes one recording of logs of the streams of one connection. `from` wrote the first file, the other side the second.
 * @throws {AcptapError} `usage` for more files; `file-unusable` for logs without a message.
 */
export function convertLogs(from: Side, paths: readonly string[]): Converted {
  const [first] = paths;
  if (first === undefined || paths.length > 2)
    throw new AcptapError(
      'usage',
      `--from takes the log of the ${from}, and perhaps that of the other side: ${paths.length} files are named`,
    );
  const bytes = paths.map((path) => {
    const read = readWhole(path);
    if (read) return read;
    throw new AcptapError('file-unusable', `${path} is a pipe or larger than ${MAX_BYTES} bytes: write a smaller file`);
  });
  const [one, other] = bytes;
  const logs = { ...(one ? { [from]: one } : {}), ...(other ? { [opposite(from)]: other } : {}) };
  const log = readTeeLogs(logs);
  if (!log.entries.some(isMessage))
    throw new AcptapError(
      'file-unusable',
      `no line of ${paths.join(' or ')} is a JSON-RPC message, the first is ${quoted(String(one).split('\n', 1)[0] ?? '', QUOTED)}: remove what stands before the frames`,
    );
  return converted(log, first, Buffer.concat(bytes));
}

/** Characters quoted of a line. */
const QUOTED = 60;

function isMessage(entry: Entry): boolean {
  const decoded = entry.kind === 'frame' ? decodeFrame(entry.bytes) : undefined;
  return decoded?.kind === 'json' && decoded.parts.some(({ message }) => message !== undefined);
}

/** True for a recording file that begins as we write it. Such a file is not read whole. */
function isOurs(path: string): boolean {
  const start = Buffer.alloc(OUR_START.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.equals(OUR_START);
}

/** Undefined for what is not a file, too large, or not `wanted`. @throws {AcptapError} */
function readWhole(path: string, wanted: (path: string) => boolean = () => true): Buffer | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= MAX_BYTES && wanted(path) ? readFileSync(path) : undefined;
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  }
}

function converted({ tool, header: known, entries, lost }: Foreign, path: string, bytes: Uint8Array): Converted {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 12); // so that a file is imported only once
  const header: RecordingHeader = {
    id,
    name: basename(path),
    startedAt: epochMs(Math.floor(statSync(path).mtimeMs)),
    command: [],
    cwd: '',
    redacted: false,
    ...known,
  };
  const write = (to: string) =>
    writeFileSync(to, [encodeHeader(header), ...entries.map(encodeEntry)].join(''), { mode: 0o600 });
  return { id, tool, lost, write };
}

/** The lines of a conductor's trace; empty unless the first begins with `type`, and all are JSON. */
function linesOf(text: string): readonly unknown[] {
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  if (!/^\s*\{"type":/.test(first)) return [];
  const lines = [first, ...rest].map(parseJson);
  return lines.includes(undefined) ? [] : lines;
}
