import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AcptapError } from '#core/errors.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/recording/redact.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { messageOf } from '../recordings.ts';

/** Writes a conversation as a recording file, redacted as `export` does. @throws {AcptapError} `file-unusable`. */
export async function saveRecording(path: string, header: RecordingHeader, entries: readonly Entry[]): Promise<void> {
  const redactor = createRedactor(header);
  for (const entry of entries) redactor.learn(entry);
  function* lines(): Generator<string> {
    yield encodeHeader(redactor.header(header));
    for (const entry of entries) yield encodeEntry(redactor.entry(entry));
  }
  try {
    await pipeline(lines(), createWriteStream(path, { mode: 0o600 }));
  } catch (cause) {
    throw new AcptapError('file-unusable', `cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}
