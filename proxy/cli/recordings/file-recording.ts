import { toCardMessage } from '#core/cards/card-message.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import { findingsAt, recordingSummary } from '#core/memory/answers.ts';
import { fileMessagesIn } from '#core/memory/memory-files.ts';
import { createRecordingIndex, type IndexOptions, type RecordingIndex } from '#core/memory/recording-index.ts';
import { bytesOf, factsIn, toRowWithChange } from '#core/memory/memory-rows.ts';
import { missingBytes } from '#core/recording/missing-bytes.ts';
import type { FileEntry } from '../../replay/playbook/cut-large.ts';
import { openRecording, type OpenRecording } from '../../replay/playbook/open-recording.ts';
import type { Progress } from '../output/progress.ts';
import { needsLaterEntries, readFileEntries } from './read-file-entries.ts';
import { readEndedRecording } from './read-ended-recording.ts';
import type { Recording } from './recording.ts';

/**
 * Opens a recording file, or standard input for `-`, without the database. Reads it once to fold it, and again for its
 * bytes. Keeps no frames in memory.
 * @throws {AcptapError} as `openRecording` does.
 */
export async function fileRecording(path: string, progress: Progress = () => {}): Promise<Recording> {
  const file = await openRecording(path);
  let indexed: RecordingIndex | undefined;
  let foldedStats: RecordingIndex | undefined;

  const index = () => (indexed ??= foldFile(file, progress, { hasStats: false }));
  const stats = () => (foldedStats ??= foldFile(file, progress, { hasRows: false }));
  const { rows, row } = rowsOf(file, index);

  const answers: Omit<Recording, 'read'> = {
    header: file.header,
    summary: () => recordingSummary(foldedStats ?? index()),
    *entries() {
      for (const { entry } of file.entries(progress)) yield entry;
    },
    entryAt: file.entryAt,
    rows,
    row,
    findingsAt: (seq) => findingsAt(index(), seq),
    bytesAt(seq) {
      const entry = file.entryAt(seq);
      return entry ? bytesOf(entry) : new Uint8Array();
    },
    rawAt(seq) {
      const read = file.readAt(seq);
      return read ? [rawOf(read)] : [];
    },
    *raw(stream) {
      for (const read of file.entries(progress))
        if (read.entry.kind !== 'event' && read.entry.from === stream) yield rawOf(read);
    },
    matching({ filter, compile }) {
      const holds = filterPredicate(filter, compile);
      const known = index();
      const found = new Set<number>();
      for (const { entry, decoded } of file.entries(progress))
        if (holds(factsIn(known, entry, decoded))) found.add(entry.seq);
      return found;
    },
    fileMessages: () => fileMessagesIn(index(), answers.entries()),
    messageAt(seq) {
      const entry = file.entryAt(seq);
      if (entry?.kind !== 'frame') return undefined;
      const place = { seq, t: entry.elapsed, from: entry.from };
      return toCardMessage(entry.bytes, place, index().meanings[seq]?.method, entry.sent);
    },
    stats: () => stats().stats(),
    judge(rules) {
      const judged = foldFile(file, progress, { rules, hasGroups: false, hasStats: false });
      return { ...judged.judgement(), summary: recordingSummary(judged), row: rowsOf(file, () => judged).row };
    },
    close: file.close,
  };
  return {
    ...answers,
    read: (query) =>
      query && needsLaterEntries(query) ? readEndedRecording(answers, query) : readFileEntries(file, query),
  };
}

function rawOf({ entry, whole }: FileEntry): Uint8Array {
  if (entry.kind === 'frame' && entry.cut && !whole) throw missingBytes(entry.seq, entry.cut);
  return whole ?? bytesOf(entry);
}

function foldFile(file: OpenRecording, progress: Progress, options: IndexOptions): RecordingIndex {
  const index = createRecordingIndex(file.header, options);
  for (const { entry, decoded } of file.entries(progress)) index.apply(entry, decoded);
  return index.finish();
}

function rowsOf(file: OpenRecording, index: () => RecordingIndex) {
  function row(seq: number) {
    const known = index();
    const entry = file.entryAt(seq);
    return entry && toRowWithChange(factsIn(known, entry), entry);
  }

  return {
    row,
    *rows(seqs?: ReadonlySet<number>) {
      for (const seq of seqs ?? index().meanings.keys()) {
        const found = row(seq);
        if (found) yield found;
      }
    },
  };
}
