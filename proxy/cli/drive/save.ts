import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { writeOut } from '../output/write-out.ts';

/** Writes a conversation as a recording file, redacted as `export` does. @throws {AcptapError} `file-unusable`. */
export async function saveRecording(path: string, header: RecordingHeader, entries: readonly Entry[]): Promise<void> {
  const redactor = createRedactor(header);
  for (const entry of entries) redactor.learn(entry);
  function* lines(): Generator<string> {
    yield encodeHeader(redactor.header(header));
    for (const entry of entries) yield encodeEntry(redactor.entry(entry));
  }
  await writeOut(path, lines());
}
