import type { Folded } from '#core/fold/fold.ts';
import { RULE_SET } from '#core/rules/catalogue.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { createAppender } from './append.ts';
import { countGrades, createFindingWriter } from './finding-writer.ts';
import { createMarkWriter } from './mark-writer.ts';
import type { Connection } from '../connection/open.ts';
import { keyRange } from '../connection/entry-key.ts';
import { createRecordingRemover } from '../keep/remove.ts';

/** A process that works on a recording, identified by pid and start. */
interface Process {
  readonly pid: number;
  readonly started: string | undefined;
}

/** A recording and its progress. */
interface Begun {
  readonly no: number;
  readonly state: string;
  readonly ingested: number;
}

/** Creates, changes and removes recordings. Prepares every statement once. */
export function createWriter(connection: Connection, path: string) {
  const prepare = (sql: string) => connection.prepare(sql);

  const insertRecording = prepare(`
    INSERT INTO recording (id, name, given_name, comments, started_at, imported_at, state, command, cwd, redacted, extra, ingested, importer)
    VALUES (@id, @name, @givenName, @comments, @startedAt, @importedAt, 'live', @command, @cwd, @redacted, @extra, 0, @importer)
    ON CONFLICT (id) DO NOTHING`);
  const insertDigest = prepare(`
    INSERT INTO digest (recording, rule_set, total, client_frames, agent_frames, stderr_pieces, errors, warnings, notes, revision)
    VALUES (?, ?, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const selectRecording = prepare(`SELECT no, state, ingested FROM recording WHERE id = ?`);
  const claim = prepare(`UPDATE recording SET recorder = ? WHERE no = ?`);
  const abandon = prepare(`UPDATE recording SET state = 'interrupted', ended_at = ?, recorder = NULL WHERE no = ?`);
  const show = prepare(`UPDATE recording SET importer = NULL WHERE no = ?`);
  const deleteFindings = prepare(`DELETE FROM finding WHERE recording = ?`);
  const forgetFindings = prepare(
    `UPDATE grp SET findings = 0, worst = 0, worst_rule = NULL WHERE findings > 0 AND place BETWEEN ? AND ?`,
  );
  const updateJudgement = prepare(`
    UPDATE digest SET rule_set = @ruleSet, errors = @errors, warnings = @warnings, notes = @notes, revision = revision + 1
    WHERE recording = @no`);
  const isFolded = prepare(`SELECT count(*) FROM digest WHERE recording = ?`).pluck();
  const writeFinding = createFindingWriter(connection);
  const { append, appendFolded } = createAppender(connection);
  const remover = createRecordingRemover(connection, path);
  const marks = createMarkWriter(connection);

  /** False for an id that exists. */
  function insert(header: RecordingHeader, importer: Process | undefined): boolean {
    const { id, name = null, named = false, comments = [], startedAt, command, cwd, redacted, extra } = header;
    const { changes, lastInsertRowid } = insertRecording.run({
      id,
      name: named ? null : name,
      givenName: named ? name : null,
      comments: comments.length > 0 ? JSON.stringify(comments) : null,
      startedAt,
      importedAt: importer ? Date.now() : null,
      command: JSON.stringify(command),
      cwd,
      redacted: redacted ? 1 : 0,
      extra: extra ?? null,
      importer: importer ? JSON.stringify(importer) : null,
    });
    if (changes === 1) insertDigest.run(lastInsertRowid, RULE_SET);
    return changes === 1;
  }

  const begin = connection.transaction((header: RecordingHeader, importer?: Process) => {
    const isNew = insert(header, importer);
    return importer && !isNew ? undefined : (selectRecording.get(header.id) as Begun); // the columns' types
  });

  const rejudge = connection.transaction((no: number, findings: readonly Finding[]) => {
    deleteFindings.run(no);
    forgetFindings.run(...keyRange(no));
    for (const finding of findings) writeFinding(no, finding);
    updateJudgement.run({ no, ruleSet: RULE_SET, ...countGrades(findings) });
  });

  /** A recording without a digest has no derived rows at all: migrations drop them together. */
  const refold = connection.transaction((no: number, batches: () => Iterable<Folded>) => {
    if (isFolded.get(no) !== 0) return;
    insertDigest.run(no, RULE_SET);
    for (const folded of batches()) appendFolded(no, folded);
  });

  return {
    append,
    ...marks,
    /** Creates the recording if it is new. Returns its progress. */
    begin: (header: RecordingHeader): Begun => begin.immediate(header) as Begun, // undefined only for imports
    /**
     * Begins to import a recording in many transactions: it stays hidden until `endImport`. The next command removes
     * the rest of a killed `importer`. Undefined for an id that exists.
     */
    beginImport: (header: RecordingHeader, importer: Process): Begun | undefined => begin.immediate(header, importer),
    /** Shows the recording, which is complete now. */
    endImport: (no: number): void => void show.run(no),
    /** Names the process that ingests the recording, so that readers wait for it rather than compete. */
    claim: (no: number, recorder: Process): void => void claim.run(JSON.stringify(recorder), no),
    /** Ends a recording that no process can continue. */
    abandon: (no: number): void => void abandon.run(Date.now(), no),
    /** Removes a recording and all that belongs to it: see `createRecordingRemover`. */
    remove: (no: number, process: Process): void => remover.remove(no, JSON.stringify(process)),
    /** Empties a recording if pruning may remove it: see `createRecordingRemover`. */
    emptyPrunable: (no: number, id: string, process: Process, goesOn: () => boolean): boolean =>
      remover.emptyPrunable(no, id, JSON.stringify(process), goesOn),
    /** Removes emptied recordings. */
    finishRemoval: (nos: readonly number[]): void => remover.finish(nos),
    /** Writes everything derived from a recording's entries if a migration dropped it; `batches` folds them. */
    refold: (no: number, batches: () => Iterable<Folded>): void => refold.immediate(no, batches),
    /** Replaces the findings of a recording by those of the current rules. */
    rejudge: (no: number, findings: readonly Finding[]): void => rejudge.immediate(no, findings),
  };
}

export type Writer = ReturnType<typeof createWriter>;
