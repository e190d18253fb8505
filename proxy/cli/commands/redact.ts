import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { AcptapError } from '#core/errors.ts';
import { USER_NAME } from '#core/redaction/mask.ts';
import { fileError } from '../../replay/playbook/file-error.ts';
import { STDIN } from '../../replay/playbook/read-recording.ts';
import { expectedFailure } from '../expected-failure.ts';
import { readExportedPage } from '../../server/exported-page.ts';
import { maskedValues, requireTerminal } from '../recordings/masked-values.ts';
import { print, warn } from '../output/output.ts';
import { openRecording } from '../recordings/find-recording.ts';
import { countInWords, maskedTable, type MaskedRow } from '../render/masked-table.ts';
import { toJsonText } from '../render/json.ts';
import { scanDropped } from '../recordings/scan-dropped.ts';
import { scanText, readTextStart } from '../recordings/scan-text.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

export interface RedactOptions {
  readonly scan?: boolean;
  readonly reveal?: boolean;
  readonly json?: boolean;
}

/**
 * `redact --scan FILE…`: lists the remaining possible secrets. Exit code 1 if there are any; 2 if a file could not be
 * scanned, because then the answer is unknown.
 */
export async function redact(files: readonly string[], { scan, reveal, json }: RedactOptions): Promise<number> {
  if (!scan) throw new AcptapError('usage', 'redact needs --scan; to write a redacted file, use acptap export');
  requireTerminal(reveal);
  let total = 0;
  let scanned = 0;
  for (const file of files) {
    const rows = await scanOrSay(file, reveal);
    if (!rows) continue;
    scanned += 1;
    total += rows.length;
    if (json) await print(rows.map((row) => `${toJsonText({ file, ...row, put: undefined })}\n`).join(''));
    else if (rows.length > 0)
      await print(`${file}: ${countInWords(rows.length, 'value')} may be secret\n${maskedTable(rows.map(withoutPut))}`);
  }
  if (total === 0 && scanned > 0 && !json)
    await print(`nothing looks like a secret in ${countInWords(scanned, 'file')}\n`);
  if (scanned < files.length) return 2;
  return total === 0 ? 0 : 1;
}

/** Undefined for a file that cannot be scanned. */
async function scanOrSay(file: string, reveal: boolean | undefined): Promise<readonly MaskedRow[] | undefined> {
  try {
    return await inTemporaryFolder('scan', (folder) => scanFile(file, folder, reveal));
  } catch (cause) {
    const failure = expectedFailure(cause);
    if (!failure) throw cause;
    warn(`not scanned: ${failure.message}`);
    return undefined;
  }
}

const withoutPut = (row: MaskedRow): MaskedRow => ({ ...row, put: '' });

/** Scans a recording, an exported page, or a text. `folder`: for copies of what must be read more than once. */
async function scanFile(file: string, folder: string, reveal: boolean | undefined): Promise<readonly MaskedRow[]> {
  try {
    const path = await regularFile(file, join(folder, 'input'));
    const sniffed = readTextStart(path, file);
    if (isRecording(file, sniffed.text)) return await scanRecording(path, reveal);
    const page = /^\s*<!doctype html/i.test(sniffed.text) ? readExportedPage(readFileSync(path, 'latin1')) : undefined;
    if (!page) return await scanText(path, sniffed, reveal);
    const recording = join(folder, 'recording.acp.jsonl');
    writeFileSync(recording, unpacked(page.recording, file), { mode: 0o600 });
    const rest = join(folder, 'page.html');
    writeFileSync(rest, page.rest, { mode: 0o600, encoding: 'latin1' });
    return [...(await scanRecording(recording, reveal)), ...(await scanText(rest, sniffed, reveal))];
  } catch (cause) {
    throw fileError(cause, file) ?? cause;
  }
}

/** Returns the path of a regular file. Copies a pipe or standard input to `copy` first. */
async function regularFile(file: string, copy: string): Promise<string> {
  const isStdin = file === STDIN || file === '/dev/stdin' || file === '/dev/fd/0';
  if (!isStdin) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found)
      throw new AcptapError(
        'usage',
        `there is no file ${file}: check the path, or write a recording to a file with acptap export`,
      );
    if (found.isFile()) return file;
    if (!found.isFIFO() && !found.isCharacterDevice())
      throw new AcptapError('usage', `${file} is a folder or socket: name files, or - for standard input`);
  }
  await pipeline(isStdin ? process.stdin : createReadStream(file), createWriteStream(copy, { mode: 0o600 }));
  return copy;
}

/** True for a recording file. Its header may have other members before `acptap`. */
const isRecording = (file: string, head: string): boolean =>
  file.endsWith('.acp.jsonl') || /^\s*\{(?:[^\n]*,)?\s*"acptap"\s*:\s*\d/.test(head);

function unpacked(base64: string, file: string): Uint8Array {
  try {
    return gunzipSync(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new AcptapError('usage', `the recording in ${file} is damaged: export the page again`, { cause });
  }
}

async function scanRecording(path: string, reveal: boolean | undefined): Promise<readonly MaskedRow[]> {
  const recording = await openRecording(path);
  try {
    const rows = [...maskedValues(recording, { reveal })].filter(({ rule }) => rule !== USER_NAME);
    return [...rows, ...(await scanDropped(path, reveal))];
  } finally {
    recording.close();
  }
}
