import { decodeUtf8, LF, toBase64 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { FORMAT } from './format.ts';

/** The first line of a recording file, with its LF. */
export function encodeHeader(recording: RecordingHeader): string {
  const { id, name, startedAt, command, cwd, redacted, named, comments = [], extra } = recording;
  const header = {
    acptap: FORMAT,
    id,
    ...(name === undefined ? {} : { name }),
    startedAt: new Date(startedAt).toISOString(),
    command,
    cwd,
    redacted,
    ...(named ? { named } : {}),
    ...(comments.length > 0 ? { comments } : {}),
  };
  return `${withExtra(JSON.stringify(header), extra)}\n`;
}

/**
 * One entry as a line of a recording file, with its LF. The bytes are given as `json` where that gives back every byte, so that
 * files can be read and diffed; else as `text`; and as `base64` where they are no UTF-8. Of a cut frame it has what the entry has.
 */
export function encodeEntry(entry: Entry): string {
  if (entry.kind === 'event')
    return `${withExtra(JSON.stringify({ t: entry.elapsed, ...entry.event }), entry.extra)}\n`;
  const cut = entry.kind === 'frame' ? entry.cut : undefined;
  const head = `{"t":${entry.elapsed},"from":"${entry.from}",`;
  const tail = cut ? `,"cut":${JSON.stringify(cut)}}` : '}';
  const body = encodeBytes(entry.bytes, entry.kind === 'frame' && !cut);
  return `${withExtra(`${head}${body}${tail}`, entry.extra)}\n`;
}

function encodeBytes(bytes: Uint8Array, mayBeJson: boolean): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) return `"base64":${JSON.stringify(toBase64(bytes))}`;
  const json = mayBeJson && bytes.at(-1) === LF ? text.slice(0, -1) : undefined;
  return json !== undefined && isCanonical(json) ? `"json":${json}` : `"text":${JSON.stringify(text)}`;
}

/** True when parsing and writing again gives the same text: then nothing is lost by storing it as JSON. */
function isCanonical(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false; // not JSON, or nested deeper than the runtime can write
  }
}

/** Puts unknown members (`extra`, the JSON text of an object) behind the known ones. */
function withExtra(json: string, extra: string | undefined): string {
  return extra === undefined ? json : `${json.slice(0, -1)},${extra.slice(1)}`;
}
