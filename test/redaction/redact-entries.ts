import { expect } from 'vitest';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { header } from '../support/recording-file.ts';

/** The entries as `export` gives them. Those that a redactor gives which keeps no text are the same. */
export function redactedEntries(entries: readonly Entry[], of: RecordingHeader = header()): readonly Entry[] {
  return redactedFile(entries, of).entries;
}

/** The export of a recording, as one text. */
export function redacted(entries: readonly Entry[], of: RecordingHeader = header()): string {
  return textOf(redactedFile(entries, of));
}

interface File {
  readonly header: RecordingHeader;
  readonly entries: readonly Entry[];
}

const textOf = (file: File): string => encodeHeader(file.header) + file.entries.map(encodeEntry).join('');

function redactedFile(entries: readonly Entry[], of: RecordingHeader): File {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const [keeps, reads] = [createRedactor(of), createRedactor(of, (seq) => bySeq.get(seqOf(seq)), 0)].map((redactor) => {
    for (const entry of entries) redactor.learn(entry);
    return { header: redactor.header(of), entries: entries.map((entry) => redactor.entry(entry)) };
  });
  if (!keeps || !reads) throw new Error('no redactor');
  expect(textOf(reads)).toBe(textOf(keeps));
  return keeps;
}

/** Returns the redacted params of a notification. */
export function redactedParams(params: unknown, of?: RecordingHeader): unknown {
  const json = JSON.stringify({ jsonrpc: '2.0', method: '_said', params });
  const bytes = encodeUtf8(`${json}\n`);
  const text = redacted([{ kind: 'frame', seq: seqOf(0), elapsed: elapsedUs(0), from: 'agent', bytes }], of);
  const entry = JSON.parse(text.split('\n')[1] ?? '') as { json: { params: unknown } };
  return entry.json.params;
}
