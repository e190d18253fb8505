import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { loadRecordingFile } from '../replay/read-recording.ts';
import { findRecording, isFile } from './recordings.ts';

/** A recording, all of it. */
export interface LoadedRecording {
  readonly header: RecordingHeader;
  readonly entries: readonly Entry[];
  /** It is in the database; else it is a file. */
  readonly isStored: boolean;
}

/** Loads what a REF names. A file is read without the database, so a fixture can be used on any machine. @throws as `findRecording`. */
export async function loadRecording(ref: string): Promise<LoadedRecording> {
  if (isFile(ref)) return { ...(await loadRecordingFile(ref)), isStored: false };
  const { store, no } = await findRecording(ref);
  try {
    return { header: store.read.header(no), entries: [...store.read.entries(no)], isStored: true };
  } finally {
    store.close();
  }
}
