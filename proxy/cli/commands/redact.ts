import { readFileSync } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { USER_NAME } from '#core/recording/mask.ts';
import { secretsIn } from '#core/recording/secrets.ts';
import { maskedOf, requireTerminal } from '../masked.ts';
import { print } from '../output.ts';
import { isFile, messageOf, openRecording } from '../recordings.ts';
import { count, maskedTable, type MaskedRow } from '../render/masked.ts';
import { toJsonText } from '../render/json.ts';

export interface RedactOptions {
  readonly scan?: boolean;
  readonly reveal?: boolean;
  readonly json?: boolean;
}

/** `redact --scan FILE…`: lists what still looks like a secret. Exit code 1 if something does. */
export async function redact(files: readonly string[], { scan, reveal, json }: RedactOptions): Promise<number> {
  if (!scan) throw new AcptapError('usage', 'redact needs --scan; to write a redacted file, use acptap export');
  requireTerminal(reveal);
  let total = 0;
  for (const file of files) {
    if (!isFile(file))
      throw new AcptapError(
        'usage',
        `there is no file ${file}: check the path, or write a recording to a file with acptap export`,
      );
    const rows = file.endsWith('.jsonl') ? await scanRecording(file, reveal) : scanText(file, reveal);
    total += rows.length;
    if (json) await print(rows.map((row) => `${toJsonText({ file, ...row, put: undefined })}\n`).join(''));
    else if (rows.length > 0)
      await print(`${file}: ${count(rows.length, 'value')} may be secret\n${maskedTable(rows.map(withoutPut))}`);
  }
  if (total === 0 && !json) await print(`nothing looks like a secret in ${count(files.length, 'file')}\n`);
  return total === 0 ? 0 : 1;
}

const withoutPut = (row: MaskedRow): MaskedRow => ({ ...row, put: '' });

async function scanRecording(file: string, reveal: boolean | undefined): Promise<readonly MaskedRow[]> {
  const recording = await openRecording(file);
  try {
    return [...maskedOf(recording, { reveal })].filter(({ rule }) => rule !== USER_NAME);
  } finally {
    recording.close();
  }
}

/** Scans a file of another format, such as an exported issue, line by line. */
function scanText(file: string, reveal: boolean | undefined): readonly MaskedRow[] {
  const text = readText(file);
  let line = 1;
  let counted = 0;
  return secretsIn(text).map(({ start, end, rule }) => {
    line += text.slice(counted, start).split('\n').length - 1;
    counted = start;
    const value = text.slice(start, end);
    return { seq: undefined, place: `line ${line}`, rule, length: value.length, put: '', ...(reveal ? { value } : {}) };
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AcptapError('file-unusable', `cannot read ${file}: ${messageOf(cause)}`, { cause });
  }
}
