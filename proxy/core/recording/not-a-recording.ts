import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { quoted } from '#core/json/render-value.ts';

const READS =
  'acptap reads .acp.jsonl files, which acptap export REF -o FILE makes; acptap import also reads files of acp-devtools and of the Rust conductor, and with --from logs with one frame in each line';

/** Files that people take for a recording, by how they begin. */
const BINARY: readonly (readonly [start: string, name: string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\x1f\x8b', 'a gzip file (unpack it first)'],
  ['PK\x03\x04', 'a zip file (unpack it first)'],
  ['SQLite format 3', 'a database (acptap list shows the recordings in acptap’s own)'],
];

/** Characters quoted of the first line. */
const QUOTED = 60;

/** The error for a file whose first line is no header. `line` is its text, or its bytes if they are not UTF-8. */
export function notARecording(line: string | Uint8Array): AcptapError {
  const found = typeof line === 'string' ? describeText(line.trim()) : describeBytes(line);
  return new AcptapError('not-a-recording', `not a recording: line 1 is ${found}`, { advice: READS });
}

function describeText(text: string): string {
  const value = parseJson(text);
  if (isObject(value) && value['jsonrpc'] !== undefined) return 'a JSON-RPC message, not the header of a recording';
  if (isObject(value)) return 'a JSON object without a format number in "acptap"';
  return text === '' ? 'empty' : `no JSON object: ${quoted(text, QUOTED)}`;
}

function describeBytes(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  return BINARY.find(([start]) => text.startsWith(start))?.[1] ?? 'binary data, not UTF-8';
}
