import { isJson } from '#core/json/parse-json.ts';
import type { EntryRow } from '#core/model/row.ts';
import { encodeSent } from '#core/recording/encode.ts';
import { decodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import type { Sent } from '#core/wire/entry.ts';
import { escapeUnseen } from '#core/wire/visible.ts';

/**
 * One entry as a line of `show --json`: `{seq, t, from, kind, method, id, session, summary, bytes, json|text|base64,
 * findings}`, and `cut` where the text is only the beginning of a frame. With `sent` also the delivery of the frame, as
 * in a recording file. `json` and `id` are spliced in as they stood on the wire, so numbers beyond 2^53 keep their
 * digits.
 */
export function renderRowJson(row: EntryRow, bytes: Uint8Array, sent?: Sent): string {
  const { seq, t, from, kind, method, id, session, summary, bytes: size, cut, findings, comment } = row;
  const rules = findings.map(({ rule }) => rule);
  const head = JSON.stringify({ seq, t, from, kind, method });
  const middle = JSON.stringify({ session, summary, bytes: size, ...(cut ? { cut } : {}), comment });
  const line = `${head.slice(0, -1)},"id":${id ?? 'null'},${middle.slice(1, -1)},${body(cut ? 'stderr' : kind, bytes)}${sent ? encodeSent(sent) : ''},"findings":${JSON.stringify(rules)}}`;
  return `${escapeUnseen(line)}\n`;
}

function body(kind: EntryRow['kind'], bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) return `"base64":${JSON.stringify(toBase64(bytes))}`;
  const json = jsonOf(kind, text);
  return json === undefined ? `"text":${JSON.stringify(text)}` : `"json":${json}`;
}

/** The JSON of an entry on one line, otherwise as on the wire; undefined without JSON. */
export function jsonOf(kind: EntryRow['kind'], text: string): string | undefined {
  if (kind === 'stderr') return undefined;
  // Removes only JSON's white space and the byte order mark; with anything else the text is not JSON.
  const json = text.replace(/^\ufeff?[ \t\n\r]*|[ \t\n\r]*$/g, '').replace(/[\n\r]/g, ' ');
  return isJson(json) ? json : undefined;
}
