import type { Connection } from './open.ts';
import { keyRange, seqOfKey } from './entry-key.ts';
import { isDiskFull, withReserve } from './reserve.ts';

/** How much one transaction removes, and how many free pages it gives back to the disk; 0 for all. */
interface Step {
  readonly rows: number;
  /** Of large frames. */
  readonly pieces: number;
  readonly bytes: number;
  readonly pages: number;
}

/** Short enough for others who wait to write. */
const STEP: Step = { rows: 4000, pieces: 8, bytes: 8 * 1024 * 1024, pages: 0 };

/** On a full disk: its log fits into the reserve. */
const SMALL_STEP: Step = { rows: 100, pieces: 1, bytes: 128 * 1024, pages: 32 };

/**
 * Removes recordings step by step, the last entries first: those at the end of the file are cut off and need no space. What lies before
 * is overwritten by pages from the end of the file.
 */
export function createRecordingRemover(connection: Connection, path: string) {
  const prepare = (sql: string) => connection.prepare(sql);
  const hide = prepare(`UPDATE recording SET importer = ? WHERE no = ?`);
  const lastEntries = prepare(
    `SELECT place, length(bytes) AS bytes FROM entry WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT ?`,
  );
  const deleteMessages = prepare(`DELETE FROM message WHERE place BETWEEN ? AND ?`);
  const deleteEntries = prepare(`DELETE FROM entry WHERE place BETWEEN ? AND ?`);
  const deleteFindings = prepare(`DELETE FROM finding WHERE recording = ? AND seq >= ?`);
  const deleteGroups = prepare(`
    DELETE FROM grp WHERE place IN (SELECT place FROM grp WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT ?)`);
  const deletePieces = prepare(`
    DELETE FROM piece WHERE no IN (SELECT no FROM piece WHERE recording = ? ORDER BY no DESC LIMIT ?)`);
  const deleteRecording = prepare(`DELETE FROM recording WHERE no = ?`); // what refers to it goes with it
  const deleteUnusedNames = prepare(`
    DELETE FROM name WHERE no NOT IN (
      SELECT method FROM message WHERE method IS NOT NULL UNION SELECT session FROM message WHERE session IS NOT NULL
      UNION SELECT variant FROM message WHERE variant IS NOT NULL UNION SELECT status FROM message WHERE status IS NOT NULL
      UNION SELECT session FROM grp WHERE session IS NOT NULL)`);

  const giveBack = (pages: number) => connection.pragma(`incremental_vacuum(${pages})`);
  const freePages = () => Number(connection.pragma('freelist_count', { simple: true }));

  function firstOfStep(no: number, { rows, bytes }: Step): number | undefined {
    let first: number | undefined;
    let size = 0;
    for (const entry of lastEntries.iterate(...keyRange(no), rows) as Iterable<{ place: number; bytes: number }>) {
      first = entry.place;
      size += entry.bytes;
      if (size >= bytes) break;
    }
    return first;
  }

  /** False when there was nothing left to remove. */
  const removeStep = connection.transaction((no: number, step: Step): boolean => {
    const first = firstOfStep(no, step);
    if (first !== undefined) {
      const seq = seqOfKey(first);
      deleteMessages.run(...keyRange(no, seq));
      deleteFindings.run(no, seq);
      deleteEntries.run(...keyRange(no, seq));
    }
    const groups = deleteGroups.run(...keyRange(no), step.rows).changes;
    const pieces = deletePieces.run(no, step.pieces).changes;
    giveBack(step.pages);
    return first !== undefined || groups + pieces > 0;
  });

  const removeRest = connection.transaction((no: number, step: Step) => {
    deleteRecording.run(no);
    deleteUnusedNames.run();
    giveBack(step.pages);
  });

  function removeBy(no: number, step: Step, between: () => void): void {
    while (removeStep.immediate(no, step)) between();
    removeRest.immediate(no, step);
    between();
  }

  /** Empties the log, so that the next step has its space. Gives up soon where another process reads for long. */
  function emptyLog(): void {
    const patience = Number(connection.pragma('busy_timeout', { simple: true }));
    try {
      connection.pragma('busy_timeout = 200');
      connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
    } finally {
      connection.pragma(`busy_timeout = ${patience}`);
    }
  }

  function removeInSmallSteps(no: number): void {
    emptyLog();
    removeBy(no, SMALL_STEP, emptyLog);
    for (let before = freePages(); before > 0; emptyLog()) {
      giveBack(SMALL_STEP.pages);
      if (freePages() === before) return; // a database from before pages were given back
      before = freePages();
    }
  }

  /**
   * Removes a recording and all that belongs to it. Nothing shows it from the first step on; what a killed `remover` has left is removed
   * by the next command, as that of an import. On a full disk it gives up the reserve.
   */
  return (no: number, remover: string): void => {
    withReserve(path, () => {
      hide.run(remover, no);
      try {
        removeBy(no, STEP, () => {});
      } catch (cause) {
        if (!isDiskFull(cause)) throw cause;
        removeInSmallSteps(no);
      }
    });
    emptyLog(); // an open inspector keeps the file, which may fill the disk
  };
}
