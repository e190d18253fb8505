import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/recording/redact.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { epochMs } from '#core/wire/units.ts';
import type { LiveRecording } from './record-agent.ts';

/**
 * Writes a recording, redacted. A reader finds the file as it was before or whole: it is written under another name and then renamed.
 * Its id is the file's name, so that recording it again changes little.
 * @throws {AcptapError} `file-unusable`.
 */
export function writeFixture(file: string, { entries, command, cwd, startedAt }: LiveRecording): void {
  const id = basename(file).replace(/(?:\.acp)?\.jsonl$/, '');
  const header: RecordingHeader = { id, startedAt: epochMs(startedAt), command, cwd, redacted: false };
  const redactor = createRedactor(header);
  for (const entry of entries) redactor.learn(entry);
  const lines = [encodeHeader(redactor.header(header)), ...entries.map((entry) => encodeEntry(redactor.entry(entry)))];
  const half = `${file}.${process.pid}.half`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(half, lines.join(''));
    renameSync(half, file);
  } catch (cause) {
    rmSync(half, { force: true });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AcptapError('file-unusable', `cannot write the recording ${file}: ${why}`, { cause });
  }
}
