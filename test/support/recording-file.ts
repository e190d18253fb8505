import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { epochMs } from '#core/units.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { FoundRecording } from '../../proxy/cli/recordings/find-recording.ts';
import { temporaryFolder } from './folders.ts';

export const header = (more: Partial<RecordingHeader> = {}): RecordingHeader => ({
  id: 'recorded',
  startedAt: epochMs(Date.parse('2026-11-21T12:00:00.000Z')),
  command: ['agent', '--acp'],
  cwd: '/work',
  redacted: false,
  ...more,
});

/** The text of a recording file. */
export const fileText = (entries: Iterable<Entry>, of: RecordingHeader = header()): string =>
  [encodeHeader(of), ...[...entries].map(encodeEntry)].join('');

/** Writes a file that is deleted after the test; returns its path. */
export function temporaryFile(content: string | Uint8Array, name = 'file.acp.jsonl'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** The path of a recording file with these entries. */
export const recordingFile = (transcript: string, more: Partial<RecordingHeader> = {}): string =>
  temporaryFile(fileText(parseTranscript(transcript), header(more)));

/** A stored recording as the text of a file. */
export const exported = ({ store, no }: Pick<FoundRecording, 'store' | 'no'>): string =>
  fileText(store.read.entries(no), store.read.header(no));
