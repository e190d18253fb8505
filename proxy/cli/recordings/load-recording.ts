import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { loadRecordingFile } from '../../replay/playbook/read-recording.ts';
import { findRecording, isFile } from './find-recording.ts';

/** A whole recording. */
export interface LoadedRecording {
  readonly header: RecordingHeader;
  readonly entries: readonly Entry[];
  /** True for a recording of the database, false for a file. */
  readonly isStored: boolean;
}

/**
 * Loads the recording of a REF. Reads a file without the database, so a fixture works on any machine. @throws as
 * `findRecording`.
 */
export async function loadRecording(ref: string): Promise<LoadedRecording> {
  if (isFile(ref)) return { ...(await loadRecordingFile(ref)), isStored: false };
  const { store, no } = await findRecording(ref);
  try {
    return { header: store.read.header(no), entries: [...store.read.entries(no)], isStored: true };
  } finally {
    store.close();
  }
}
