import { encodeBody } from '#core/wire/encode-body.ts';
import type { Entry, RecordingHeader, Sent } from '#core/wire/entry.ts';
import { FORMAT } from './format.ts';

/** The first line of a recording file, with its LF. */
export function encodeHeader(recording: RecordingHeader): string {
  const { id, name, startedAt, command, cwd, redacted, interventions, named, comments = [], extra } = recording;
  const header = {
    acptap: FORMAT,
    id,
    ...(name === undefined ? {} : { name }),
    startedAt: new Date(startedAt).toISOString(),
    command,
    cwd,
    redacted,
    ...(interventions ? { interventions } : {}),
    ...(named ? { named } : {}),
    ...(comments.length > 0 ? { comments } : {}),
  };
  return `${withExtra(JSON.stringify(header), extra)}\n`;
}

/**
 * One entry as a line of a recording file, with its LF. The line of a cut frame has only the frame's beginning.
 */
export function encodeEntry(entry: Entry): string {
  if (entry.kind === 'event')
    return `${withExtra(JSON.stringify({ t: entry.elapsed, ...entry.event }), entry.extra)}\n`;
  const cut = entry.kind === 'frame' ? entry.cut : undefined;
  const head = `{"t":${entry.elapsed},"from":"${entry.from}",`;
  const sent = entry.kind === 'frame' && entry.sent ? encodeSent(entry.sent) : '';
  const tail = `${cut ? `,"cut":${JSON.stringify(cut)}` : ''}${sent}}`;
  const body = encodeBody(entry.bytes, entry.kind === 'frame' && !cut);
  return `${withExtra(`${head}${body}${tail}`, entry.extra)}\n`;
}

/** The delivery of a frame, as JSON members to append. */
export function encodeSent({ elapsed, bytes, why }: Sent): string {
  const body = bytes ? `,${encodeBody(bytes, true)}` : '';
  const sent = elapsed === undefined ? 'null' : `{"t":${elapsed}${body}}`;
  return `,"sent":${sent}${why.length > 0 ? `,"why":${JSON.stringify(why)}` : ''}`;
}

/** Puts unknown members (`extra`, the JSON text of an object) behind the known ones. */
function withExtra(json: string, extra: string | undefined): string {
  return extra === undefined ? json : `${json.slice(0, -1)},${extra.slice(1)}`;
}
