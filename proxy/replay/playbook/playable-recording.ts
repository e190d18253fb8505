import { seenByClient } from '#core/wire/crossings.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { FixtureOptions } from '../model/play-options.ts';

/** A recording to play. A fixture is one. */
export interface PlayableRecording {
  readonly id?: string;
  /** The file of the recording. Messages name it, because the ids of fixtures may be the same. */
  readonly file?: string;
  readonly entries: Iterable<Entry>;
  readonly options?: FixtureOptions;
}

/**
 * The recordings in the argument of `replayAgent`: one, several, or the entries of one. Where acptap took part, what
 * the client was given is played.
 */
export function toPlayableRecordings(
  given: Iterable<Entry> | PlayableRecording | readonly PlayableRecording[],
): readonly PlayableRecording[] {
  return recordingsIn(given).map((recording) => ({ ...recording, entries: [...seenByClient(recording.entries)] }));
}

function recordingsIn(
  given: Iterable<Entry> | PlayableRecording | readonly PlayableRecording[],
): readonly PlayableRecording[] {
  if (given instanceof Promise) throw new TypeError(FORGOTTEN);
  if (isRecorded(given)) return [given];
  const items: readonly unknown[] = [...given];
  if (items.some((item) => item instanceof Promise)) throw new TypeError(FORGOTTEN);
  if (items.length > 0 && items.every(isRecorded)) return items;
  return [{ entries: items as readonly Entry[] }]; // only entries are left
}

const FORGOTTEN = 'replayAgent got a promise: await is missing, write replayAgent(await fixture(…))';

const isRecorded = (value: unknown): value is PlayableRecording =>
  typeof value === 'object' && value !== null && 'entries' in value && typeof value.entries !== 'function';
