import { createWriteStream, lstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AcptapError } from '#core/errors.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/recording/redact.ts';
import { printAll } from '../output.ts';
import { findRecording, messageOf, type Found } from '../recordings.ts';

/** `export REF`: the recording as an `.acp.jsonl` file. */
export async function exportRecording(
  ref: string,
  { output, redact }: { readonly output?: string; readonly redact: boolean },
): Promise<void> {
  const found = await findRecording(ref);
  try {
    if (output === undefined) await printAll(lines(found, redact));
    else await writeOut(output, lines(found, redact));
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

async function writeOut(path: string, content: Iterable<string>): Promise<void> {
  try {
    if (isReplaceable(path)) await writeWhole(targetOf(path), content);
    else await pipeline(content, createWriteStream(path));
  } catch (cause) {
    const what = messageOf(cause).replace(/, \w+ '.*$/, ''); // without Node's call and path: the path is said
    throw new AcptapError('file-unusable', `cannot write ${path}: ${what}`, { cause });
  }
}

/** Written beside its place and moved there when whole, so that a full disk or an interruption leaves no half file. */
async function writeWhole(path: string, content: Iterable<string>): Promise<void> {
  const partial = `${path}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600, flags: 'wx' }));
    renameSync(partial, path);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw cause;
  }
}

/** False for pipes and devices (`/dev/stdout`): they stay what they are and are written to. */
const isReplaceable = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? !isLink(path);

/** A link stays: the file that it names is replaced. */
const targetOf = (path: string) => (isLink(path) ? realpathSync(path) : path);

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
