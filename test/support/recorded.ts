import type { Stream } from '#core/wire/entry.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { findStored, openSettledStore } from '../../proxy/cli/recordings/find-recording.ts';
import type { Recording } from '../../proxy/cli/recordings/recording.ts';
import { renderRowJson } from '../../proxy/cli/render/show-json.ts';
import { storedRecording } from '../../proxy/cli/recordings/stored-recording.ts';
import { dataFolder } from '../../proxy/shim/data-folder.ts';
import type { Store } from '../../proxy/store/store.ts';

/**
 * The recordings of a data folder, as `list --json` and `show --json` print them. Reads in the test's process, as these
 * commands do in theirs: a process for each look would cost most of a test's time.
 */
const storeOf = (home: string): Promise<Store> => openSettledStore(dataFolder({ ACPTAP_HOME: home }));

/** The recordings, newest first. @throws {AcptapError} when the data folder cannot be read. */
export async function list(home: string): Promise<readonly RecordingSummary[]> {
  const store = await storeOf(home);
  try {
    return store.read.recordings().map(({ summary }) => summary);
  } finally {
    store.close();
  }
}

/** Reads the latest recording, or `ref`. @throws {AcptapError} when it is not there. */
async function read<T>(home: string, ref: string, from: (recording: Recording) => T): Promise<T> {
  const store = await storeOf(home);
  try {
    return from(storedRecording(store, findStored(store, ref)));
  } finally {
    store.close();
  }
}

/** The exact bytes of one stream. */
export const rawBytes = (home: string, stream: Stream, ref = 'latest'): Promise<Buffer> =>
  read(home, ref, (recording) => Buffer.concat([...recording.raw(stream)]));

/** One line of `show --json`. */
export interface Shown {
  readonly seq: number;
  readonly t: number;
  readonly from: string | null;
  readonly kind: string;
  readonly method: string | null;
  readonly summary: string;
  readonly bytes: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly base64?: string;
}

/** The entries. */
export const shown = (home: string, ref = 'latest'): Promise<readonly Shown[]> =>
  read(home, ref, (recording) =>
    Array.from(
      recording.rows(),
      (row) => JSON.parse(renderRowJson(row, recording.bytesAt(row.seq))) as Shown, // other tests check the output
    ),
  );

/** The process events of the latest recording. */
export const eventsShown = async (home: string) =>
  (await shown(home))
    .filter(({ kind }) => kind === 'event')
    .map(({ json }) => json as { readonly event: string; readonly [member: string]: unknown }); // events are objects
