import type { Folded } from '#core/fold/fold.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import { entryFactsOf } from '#core/fold/entry-facts.ts';
import type { StoredStats } from '#core/info/stored-stats.ts';
import type { Unfinished } from '#core/model/recording-summary.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { sizeOf, type Entry, type EventEntry } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import { createAxisWriter } from '../tables/axis-rows.ts';
import { createDeliveryWriter } from '../tables/deliveries.ts';
import { countGrades, createFindingWriter } from './finding-writer.ts';
import { createGroupWriter } from './group-writer.ts';
import { createLargeFrameWriter, type LargeFrames } from '../tables/large-frames.ts';
import { createNameNumbers } from '../tables/name-numbers.ts';
import type { Connection } from '../connection/open.ts';
import { MESSAGE_KINDS, ORIGINS, entryKey } from '../connection/entry-key.ts';
import { errorCode } from '../connection/store-error.ts';

/** The content of one transaction. */
export interface Batch extends Folded {
  /** Ingested bytes of the spool before and after. 0 and 0 without a spool (imported files). */
  readonly from: number;
  readonly to: number;
  /** Lines of a live recording that have no end yet. */
  readonly unfinished?: readonly Unfinished[];
  /** Present where a frame is too large for one row. */
  readonly large?: LargeFrames | undefined;
  /** Present with the last batch. */
  readonly end?: RecordingEnding;
  /** Stats of the whole recording, with the last batch. */
  readonly storedStats?: StoredStats | undefined;
}

export interface RecordingEnding {
  readonly state: 'ended' | 'interrupted';
  readonly endedAt: number;
  readonly exit: Exit | undefined;
}

/** Another process has ingested this recording further: start over from the database. */
export class OvertakenError extends Error {}

/** Adds entries, what is derived from them, and findings. Prepares every statement once. */
export function createAppender(connection: Connection) {
  const prepare = (sql: string) => connection.prepare(sql);
  const names = createNameNumbers(connection);

  const advance = prepare(
    `UPDATE recording SET ingested = @to, unfinished = @unfinished WHERE no = @no AND ingested = @from AND state = 'live'`,
  );
  const finish = prepare(
    `UPDATE recording SET state = @state, ended_at = @endedAt, exit = @exit, recorder = NULL WHERE no = @no`,
  );
  const insertEntry = prepare(`INSERT INTO entry (place, at, origin, bytes, extra) VALUES (?, ?, ?, ?, ?)`);
  const insertMessage = prepare(`
    INSERT INTO message (place, kind, method, rpc_id, session, pair, tool_call, summary, grp, turn, variant, status)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  // Most messages are notifications: with fewer columns to bind they take two thirds of the time.
  const insertNotification = prepare(`
    INSERT INTO message (place, kind, method, session, grp, turn, variant) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const insertPlain = prepare(`INSERT INTO message (place, kind, summary, grp, turn) VALUES (?, ?, ?, ?, ?)`);
  const pairRequest = prepare(`UPDATE message SET pair = ?, status = ? WHERE place = ?`);
  const writeGroup = createGroupWriter(connection, names);
  const writeAxis = createAxisWriter(connection);
  const writeFinding = createFindingWriter(connection);
  const largeFrames = createLargeFrameWriter(connection);
  const writeDelivery = createDeliveryWriter(connection);
  const upsertTurn = prepare(`
    INSERT INTO turn (recording, number, session, started, ended, outcome) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (recording, number) DO UPDATE SET ended = excluded.ended, outcome = excluded.outcome`);
  const upsertToolCall = prepare(`
    INSERT INTO tool_call (recording, session, id, title, opened, updated) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (recording, session, id) DO UPDATE SET title = excluded.title, updated = excluded.updated
    RETURNING no`).pluck();
  const insertStats = prepare(`INSERT OR REPLACE INTO figures (recording, stats, info) VALUES (?, ?, ?)`);
  const updateDigest = prepare(`
    UPDATE digest SET
      protocol_version = @protocolVersion, agent = @agent, client = @client, waiting = @waiting, revision = revision + 1,
      total = total + @total, client_frames = client_frames + @client_frames, agent_frames = agent_frames + @agent_frames,
      stderr_pieces = stderr_pieces + @stderr_pieces, bytes = bytes + @bytes,
      errors = errors + @errors, warnings = warnings + @warnings, notes = notes + @notes
    WHERE recording = @no`);

  function insert(no: number, entry: Entry): void {
    insertEntry.run(entryKey(no, entry.seq), entry.elapsed, originOf(entry), bytesOf(entry), entry.extra ?? null);
  }

  /**
   * Writes an entry. If it cannot be stored, writes an event instead and returns it, so that the recording continues.
   */
  function appendEntry(no: number, grouped: GroupedEntry, large: LargeFrames | undefined): GroupedEntry {
    const { entry } = grouped.step;
    try {
      insert(no, entry);
      if (entry.kind === 'frame' && entry.cut)
        largeFrames.cut(no, entry.seq, entry.cut, large?.complete.get(entry.seq));
      if (entry.kind === 'frame' && entry.sent) writeDelivery(no, entry.seq, entry.sent);
      return grouped;
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      const instead = notStored(entry, cause);
      insert(no, instead);
      return { ...grouped, step: { entry: instead, messages: [], events: [] } };
    }
  }

  function appendMeaning(no: number, grouped: GroupedEntry): void {
    const { step } = grouped;
    const { entry, events } = step;
    const place = entryKey(no, entry.seq);
    const meaning = entryFactsOf(grouped);
    const { kind, method, id = null, session, answers = null, toolCall } = meaning;
    for (const event of events) if (event.kind !== 'tool-call' || event.toolCall !== toolCall) appendEvent(no, event);
    const { group, turn = null, variant, status, summary = null } = meaning;
    if (answers !== null) pairRequest.run(entry.seq, names.numberOf(status), entryKey(no, answers));
    if (step.messages.length === 0) {
      insertPlain.run(place, MESSAGE_KINDS.indexOf(kind), summary, group, turn);
      return;
    }
    const kindNo = MESSAGE_KINDS.indexOf(kind);
    const methodNo = names.numberOf(method);
    const sessionNo = names.numberOf(session);
    const variantNo = names.numberOf(variant);
    if (kind === 'notification' && !toolCall && summary === null && status === undefined) {
      insertNotification.run(place, kindNo, methodNo, sessionNo, group, turn, variantNo);
      return;
    }
    const call = toolCall ? toolCallNo(no, toolCall) : null;
    const statusNo = names.numberOf(status);
    insertMessage.run(place, kindNo, methodNo, id, sessionNo, answers, call, summary, group, turn, variantNo, statusNo);
  }

  /** Writes the turn or tool call of an event. */
  function appendEvent(no: number, event: TraceEvent): void {
    if (event.kind === 'tool-call') toolCallNo(no, event.toolCall); // another tool call of a JSON-RPC batch
    if (event.kind !== 'turn') return;
    const { number, session, started, ended, outcome } = event.turn;
    upsertTurn.run(no, number, session, started.seq, ended?.seq ?? null, outcome ?? null);
  }

  function toolCallNo(no: number, call: ToolCall): number {
    const { session, id, title, opened, updated } = call;
    return Number(upsertToolCall.get(no, session, id, title ?? null, opened.seq, updated.seq));
  }

  /** Writes what is derived from stored entries. */
  function appendFolded(no: number, { entries, findings, groups, axis, handshake, waiting }: Folded): void {
    names.forget();
    for (const entry of entries) {
      try {
        appendMeaning(no, entry);
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        const { step, group, turn = null } = entry;
        const kind = step.entry.kind === 'frame' ? 'invalid' : step.entry.kind;
        const summary = `acptap could not store what this means: ${messageOf(cause)}`;
        insertPlain.run(entryKey(no, step.entry.seq), MESSAGE_KINDS.indexOf(kind), summary, group.no, turn);
      }
    }
    for (const group of groups) writeGroup(no, group);
    writeAxis(no, axis);
    for (const finding of findings) writeFinding(no, finding);
    updateDigest.run({
      no,
      ...handshakeColumns(handshake),
      waiting: waiting.length > 0 ? JSON.stringify(waiting) : null,
      ...counts(entries, findings),
    });
  }

  function append(no: number, { from, to, unfinished = [], large, end, storedStats, ...folded }: Batch): void {
    const rest = unfinished.length > 0 ? JSON.stringify(unfinished) : null;
    if (advance.run({ no, from, to, unfinished: rest }).changes !== 1) throw new OvertakenError();
    if (large) largeFrames.pieces(no, large.pieces);
    appendFolded(no, { ...folded, entries: folded.entries.map((each) => appendEntry(no, each, large)) });
    for (const { seq, sent } of folded.deliveries) writeDelivery(no, seq, sent);
    if (end)
      finish.run({ no, state: end.state, endedAt: end.endedAt, exit: end.exit ? JSON.stringify(end.exit) : null });
    if (storedStats) insertStats.run(no, JSON.stringify(storedStats.stats), JSON.stringify(storedStats.info));
  }

  const transaction = connection.transaction(append);

  return {
    /**
     * Adds a batch to a recording in one transaction.
     * @throws {OvertakenError} when the recording is no longer at `batch.from`.
     */
    append: (no: number, batch: Batch): void => transaction.immediate(no, batch),
    /** Adds what is derived from stored entries. Call within a transaction. */
    appendFolded,
  };
}

/** True if SQLite refuses one value: too large, or against a constraint. Other errors are trouble or bugs of ours. */
const isRefusal = (cause: unknown): boolean =>
  /^SQLITE_(?:TOOBIG|CONSTRAINT)/.test(errorCode(cause) ?? '') ||
  (cause instanceof RangeError && cause.message.startsWith('The bound string, buffer')); // too long

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** The event in place of an entry that the database refuses. */
function notStored(entry: Entry, cause: unknown): EventEntry {
  const what = entry.kind === 'event' ? {} : { of: entry.from, bytes: sizeOf(entry) };
  const { seq, elapsed } = entry;
  return { kind: 'event', seq, elapsed, event: { event: 'not-stored', ...what, message: messageOf(cause) } };
}

const originOf = (entry: Entry): number => ORIGINS.indexOf(entry.kind === 'event' ? 'event' : entry.from);

const bytesOf = (entry: Entry): Uint8Array =>
  entry.kind === 'event' ? encodeUtf8(JSON.stringify(entry.event)) : entry.bytes;

function handshakeColumns({ protocolVersion, agent, client }: Handshake) {
  return {
    protocolVersion: protocolVersion !== undefined && Number.isSafeInteger(protocolVersion) ? protocolVersion : null,
    agent: agent ? JSON.stringify(agent) : null,
    client: client ? JSON.stringify(client) : null,
  };
}

function counts(entries: readonly GroupedEntry[], findings: readonly Finding[]) {
  const from = { client: 0, agent: 0, stderr: 0 };
  let bytes = 0;
  for (const { step } of entries) {
    if (step.entry.kind === 'event') continue;
    from[step.entry.from] += 1;
    bytes += sizeOf(step.entry);
  }
  return {
    total: entries.length,
    client_frames: from.client,
    agent_frames: from.agent,
    stderr_pieces: from.stderr,
    bytes,
    ...countGrades(findings),
  };
}
