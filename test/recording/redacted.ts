import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/recording/redact.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { header } from '../support/recording-file.ts';

/** The entries as `export` gives them. */
export function redactedEntries(entries: readonly Entry[], of: RecordingHeader = header()): readonly Entry[] {
  const redactor = createRedactor(of);
  for (const entry of entries) redactor.learn(entry);
  return entries.map((entry) => redactor.entry(entry));
}

/** The export of a recording, as one text. */
export function redacted(entries: readonly Entry[], of: RecordingHeader = header()): string {
  const redactor = createRedactor(of);
  for (const entry of entries) redactor.learn(entry);
  return encodeHeader(redactor.header(of)) + entries.map((entry) => encodeEntry(redactor.entry(entry))).join('');
}

/** What becomes of the params of a notification. */
export function redactedParams(params: unknown, of?: RecordingHeader): unknown {
  const json = JSON.stringify({ jsonrpc: '2.0', method: '_told', params });
  const bytes = encodeUtf8(`${json}\n`);
  const text = redacted([{ kind: 'frame', seq: seqOf(0), at: elapsedUs(0), from: 'agent', bytes }], of);
  const entry = JSON.parse(text.split('\n')[1] ?? '') as { json: { params: unknown } };
  return entry.json.params;
}
