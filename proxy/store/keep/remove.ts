import type { Connection } from '../connection/open.ts';
import { BLOCK, keyRange, seqOfKey } from '../connection/entry-key.ts';
import { PRUNABLE } from '../read/prunable.ts';
import { isDiskFull, withReserve } from '../connection/reserve.ts';

/** How much one transaction removes, and how many free pages it gives back to the disk; 0 for all. */
interface Step {
  readonly rows: number;
  /** Of large frames. */
  readonly pieces: number;
  readonly bytes: number;
  readonly pages: number;
}

/** Short enough for other waiting writers. */
const STEP: Step = { rows: 4000, pieces: 8, bytes: 8 * 1024 * 1024, pages: 0 };

/** On a full disk: its log fits into the reserve. */
const SMALL_STEP: Step = { rows: 100, pieces: 1, bytes: 128 * 1024, pages: 32 };

/**
 * Removes recordings step by step, the last entries first: pages at the end of the file are cut off, which needs no
 * space. Pages from the end then overwrite the removed pages before them.
 */
export function createRecordingRemover(connection: Connection, path: string) {
  const prepare = (sql: string) => connection.prepare(sql);
  const hide = prepare(`UPDATE recording SET importer = ? WHERE no = ?`);
  const hidePrunable = prepare(`UPDATE recording SET importer = ? WHERE no = ? AND id = ? AND ${PRUNABLE}`);
  const lastEntries = prepare(
    `SELECT place, length(bytes) AS bytes FROM entry WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT ?`,
  );
  const deleteMessages = prepare(`DELETE FROM message WHERE place BETWEEN ? AND ?`);
  const deleteEntries = prepare(`DELETE FROM entry WHERE place BETWEEN ? AND ?`);
  const deleteFindings = prepare(`DELETE FROM finding WHERE recording = ? AND seq >= ?`);
  const deleteBlocks = prepare(`DELETE FROM block WHERE place BETWEEN ? AND ?`);
  const deleteDeliveries = prepare(`DELETE FROM delivery WHERE recording = ? AND seq >= ?`);
  const deleteGroups = prepare(`
    DELETE FROM grp WHERE place IN (SELECT place FROM grp WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT ?)`);
  const deletePieces = prepare(`
    DELETE FROM piece WHERE no IN (SELECT no FROM piece WHERE recording = ? ORDER BY no DESC LIMIT ?)`);
  const deleteRecording = prepare(`DELETE FROM recording WHERE no = ?`); // cascades to the rows that refer to it
  const names = prepare(`SELECT no FROM name`).pluck();
  const namesOfMessages = prepare(`SELECT DISTINCT method, session, variant, status FROM message`).raw();
  const namesOfGroups = prepare(`SELECT DISTINCT session FROM grp`).raw();
  const deleteName = prepare(`DELETE FROM name WHERE no = ?`);

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
      deleteDeliveries.run(no, seq);
      deleteBlocks.run(...keyRange(no, seq - (seq % BLOCK)));
      deleteEntries.run(...keyRange(no, seq));
    }
    const groups = deleteGroups.run(...keyRange(no), step.rows).changes;
    const pieces = deletePieces.run(no, step.pieces).changes;
    giveBack(step.pages);
    return first !== undefined || groups + pieces > 0;
  });

  /** The names that no message and no group has. Reads all messages: seconds in a database of gigabytes. */
  function unusedNames(): readonly number[] {
    const used = new Set([namesOfMessages, namesOfGroups].flatMap((select) => (select.all() as number[][]).flat()));
    return (names.all() as number[]).filter((no) => !used.has(no));
  }

  /** Changes when another connection writes. */
  const version = () => Number(connection.pragma('data_version', { simple: true }));

  /** False when another connection has written since `seen`, and may use one of the names by now. */
  const removeEmptied = connection.transaction(
    (nos: readonly number[], { pages }: Step, unused: () => readonly number[], seen?: number): boolean => {
      if (seen !== undefined && version() !== seen) return false;
      for (const no of nos) deleteRecording.run(no);
      for (const no of unused()) deleteName.run(no);
      giveBack(pages);
      return true;
    },
  );

  /** Removes emptied recordings and unused names. Finds the names before it locks the database, if it can. */
  function removeRest(nos: readonly number[], step: Step): void {
    for (let tries = 0; tries < 3; tries++) {
      const seen = version();
      const unused = unusedNames();
      if (removeEmptied.immediate(nos, step, () => unused, seen)) return;
    }
    removeEmptied.immediate(nos, step, unusedNames);
  }

  /** False if `goesOn`, which is called between two steps, stopped it. */
  function emptyBy(no: number, step: Step, goesOn: () => boolean): boolean {
    while (removeStep.immediate(no, step)) if (!goesOn()) return false;
    return true;
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

  function empty(no: number, goesOn: () => boolean): boolean {
    try {
      return emptyBy(no, STEP, goesOn);
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      emptyLog();
      return emptyBy(no, SMALL_STEP, () => (emptyLog(), goesOn()));
    }
  }

  function finish(nos: readonly number[]): void {
    try {
      removeRest(nos, STEP);
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      finishInSmallSteps(nos);
    }
  }

  function finishInSmallSteps(nos: readonly number[]): void {
    emptyLog();
    removeRest(nos, SMALL_STEP);
    emptyLog();
    for (let before = freePages(); before > 0; emptyLog()) {
      giveBack(SMALL_STEP.pages);
      if (freePages() === before) return; // a database of an old release gives none back
      before = freePages();
    }
  }

  /** Does the work; on a full disk it gives up the reserve. */
  function withSpace(work: () => void): void {
    withReserve(path, work);
    emptyLog(); // otherwise an open inspector keeps the large log file
  }

  return {
    /**
     * Removes a recording and all that belongs to it. The first step hides it. If `remover` is killed, the next command
     * removes the rest, as of an import.
     */
    remove(no: number, remover: string): void {
      withSpace(() => {
        hide.run(remover, no);
        empty(no, () => true);
        finish([no]);
      });
    },
    /**
     * The first part of removing many: empties a recording, and returns true. Ignores a recording that is live, or that
     * somebody has marked or removed meanwhile. Calls `goesOn` between two transactions and stops if it returns false:
     * the recording is hidden then, and the next command removes the rest.
     */
    emptyPrunable(no: number, id: string, remover: string, goesOn: () => boolean): boolean {
      let isOurs = false;
      let isEmpty = false;
      withSpace(() => {
        isOurs ||= hidePrunable.run(remover, no, id).changes === 1;
        isEmpty = isOurs && empty(no, goesOn);
      });
      return isEmpty;
    },
    /** The second part: removes what `emptyPrunable` has emptied. */
    finish(nos: readonly number[]): void {
      withSpace(() => finish(nos));
    },
  };
}
