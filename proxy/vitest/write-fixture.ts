import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { toCanonical, type CanonicalOptions } from '#core/canonical/canonical.ts';
import { hasSameConversation } from '#core/canonical/same-conversation.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import { epochMs } from '#core/units.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { writeError } from '../replay/playbook/file-error.ts';
import { loadRecordingFile } from '../replay/playbook/read-recording.ts';
import type { LiveRecording } from './record-agent.ts';

interface Recorded {
  readonly header: RecordingHeader;
  readonly entries: readonly Entry[];
}

/**
 * Writes a recording, redacted and in canonical form, so that recording the same test again changes nothing. Leaves a
 * file with the same conversation unchanged. Keeps the name and the members that a person added to the header. Writes
 * another file and renames it, so that readers never see half of it.
 * @throws {AcptapError} `file-unusable`.
 */
export async function writeFixture(
  file: string,
  live: LiveRecording,
  { timing = false }: CanonicalOptions,
): Promise<void> {
  const before = await readBefore(file);
  const { header, entries } = redact(live);
  const isEnough = !timing || before?.entries.some(({ elapsed, seq }) => Number(elapsed) !== seq);
  if (before && isEnough && hasSameConversation(before, { header, entries })) return;
  const canonical = toCanonical(header, entries, { timing });
  const { name, extra } = before?.header ?? {};
  const id = basename(file).replace(/(?:\.acp)?\.jsonl$/, '');
  const own = {
    ...canonical.header,
    id,
    ...(name === undefined ? {} : { name }),
    ...(extra === undefined ? {} : { extra }),
  };
  write(file, { header: own, entries: canonical.entries });
}

/**
 * Writes a recording that is no fixture into a new temporary folder: redacted, with its times and stderr. Returns a
 * sentence that names the file, or the reason why it was not written.
 */
export function keepRecording(file: string, live: LiveRecording): string {
  if (!live.entries.some(({ kind }) => kind === 'frame')) return 'nothing was recorded';
  try {
    const kept = join(mkdtempSync(join(tmpdir(), 'acptap-')), basename(file)); // a folder for this user only
    write(kept, redact(live));
    return `the recording is in ${kept}`;
  } catch (cause) {
    return `the recording is lost: ${messageOf(cause)}`;
  }
}

function write(file: string, { header, entries }: Recorded): void {
  const half = `${file}.${process.pid}.half`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(half, [encodeHeader(header), ...entries.map(encodeEntry)].join(''));
    renameSync(half, file);
  } catch (cause) {
    rmSync(half, { force: true });
    throw writeError(cause, `the recording ${file}`);
  }
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function redact({ entries, command, cwd, startedAt }: LiveRecording): Recorded {
  const header: RecordingHeader = { id: 'recording', startedAt: epochMs(startedAt), command, cwd, redacted: false };
  const redactor = createRedactor(header);
  for (const entry of entries) redactor.learn(entry);
  return { header: redactor.header(header), entries: entries.map((entry) => redactor.entry(entry)) };
}

/** Undefined for a missing file, or one that is not a recording: it is written anew. */
async function readBefore(file: string): Promise<Recorded | undefined> {
  try {
    return await loadRecordingFile(file);
  } catch {
    return undefined;
  }
}
