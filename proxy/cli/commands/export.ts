import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AcptapError } from '#core/errors.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/recording/redact.ts';
import { printAll } from '../output.ts';
import { findRecording, messageOf, type Found } from '../recordings.ts';

/**
 * `export REF`: the recording as an `.acp.jsonl` file. Written beside its place and moved there when whole, so that a full disk
 * or an interruption leaves no half file.
 */
export async function exportRecording(
  ref: string,
  { output, redact }: { readonly output?: string; readonly redact: boolean },
): Promise<void> {
  const found = await findRecording(ref);
  try {
    if (output === undefined) await printAll(lines(found, redact));
    else await writeWhole(output, lines(found, redact));
  } finally {
    found.store.close();
  }
}

/** Redacting reads the recording twice: a secret may be echoed before the place that shows it to be one. */
function* lines({ store, no }: Found, redact: boolean): Generator<string> {
  const header = store.read.header(no);
  const redactor = redact && !header.redacted ? createRedactor(header) : undefined;
  if (redactor) for (const entry of store.read.entries(no)) redactor.learn(entry);
  yield encodeHeader(redactor ? redactor.header(header) : header);
  for (const entry of store.read.entries(no)) yield encodeEntry(redactor ? redactor.entry(entry) : entry);
}

async function writeWhole(path: string, content: Iterable<string>): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600, flags: 'wx' }));
    renameSync(partial, path);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw new AcptapError('file-unusable', `cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}
