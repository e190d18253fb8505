import { AcptapError } from '#core/errors.ts';
import { suggestRef } from '#core/protocol/suggest-ref.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';

/**
 * The recording of a REF: `latest`, `latest~N`, an id, a name (the newest recording), or the beginning of an id.
 * `recordings`: newest first. `others`: the number of recordings in other folders.
 * @throws {AcptapError} `recording-not-found`, `recording-ambiguous`.
 */
export function findRef(ref: string, recordings: readonly RecordingSummary[], others: number): RecordingSummary {
  const [latest, back = '0'] = /^latest(?:~(\d+))?$/.exec(ref) ?? [];
  const found =
    latest === undefined
      ? (recordings.find(({ id }) => id === ref) ?? recordings.find(({ name }) => name === ref))
      : recordings[Number(back)];
  if (found) return found;
  const begun = latest === undefined && ref !== '' ? recordings.filter(({ id }) => id.startsWith(ref)) : [];
  const [only, ...more] = begun;
  if (only && more.length === 0) return only;
  if (only)
    throw new AcptapError(
      'recording-ambiguous',
      `${ref} begins the ids of ${begun.length} recordings: give more of the id`,
    );
  throw new AcptapError(
    'recording-not-found',
    recordings.length === 0
      ? `there is no recording${elsewhere(others)}`
      : `there is no recording ${ref} among ${recordings.length}${elsewhere(others)}${suggestRef(ref, recordings)}`,
  );
}

/** The number of recordings that the server leaves out, in words; empty for 0. */
export const elsewhere = (others: number): string =>
  others === 0 ? '' : `; ${others} more in other folders, which only acptap mcp --all shows`;
