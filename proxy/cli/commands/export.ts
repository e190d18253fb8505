import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AcptapError } from '#core/errors.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { printAll, warn } from '../output.ts';
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
    if (redact && !found.store.read.header(found.no).redacted)
      warn(
        'the export is not redacted: it may hold secrets from the conversation. Look through it before you share it (--no-redact silences this)',
      );
    if (output === undefined) await printAll(lines(found));
    else await writeWhole(output, lines(found));
  } finally {
    found.store.close();
  }
}

function* lines({ store, no }: Found): Generator<string> {
  yield encodeHeader(store.read.header(no));
  for (const entry of store.read.entries(no)) yield encodeEntry(entry);
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
