import { describe } from '#core/protocol/describe.ts';
import type { Finding } from '#core/rules/rule.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import type { Step, TraceEvent } from '#core/trace/trace.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { RULE_SET } from '#core/rules/catalogue.ts';
import type { Connection } from './open.ts';
import { MESSAGE_KINDS, ORIGINS, placeKey } from './place.ts';

/** Frames from this size on keep their summary, so that showing a window of rows never parses megabytes. */
const LARGE_FRAME_BYTES = 32 * 1024;

/** What one transaction adds: steps in order, and the findings they made certain. */
export interface Batch {
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  readonly handshake: Handshake;
  /** Bytes of the spool that are in the database before and after. 0 and 0 where there is no spool (imported files). */
  readonly from: number;
  readonly to: number;
  /** Present with the last batch. */
  readonly end?: Ending;
}

export interface Ending {
  readonly state: 'ended' | 'interrupted';
  readonly endedAt: number;
  readonly exit: Exit | undefined;
}

/** Somebody else has ingested this recording further than the writer knew: start over from what the database has. */
export class Overtaken extends Error {}

/** Adds recordings and their entries. Every statement is prepared once. */
export function createAppender(connection: Connection) {
  const prepare = (sql: string) => connection.prepare(sql);
  const names = createNames(connection);

  const insertRecording = prepare(`
    INSERT INTO recording (id, name, started_at, state, command, cwd, redacted, extra, ingested)
    VALUES (@id, @name, @startedAt, 'live', @command, @cwd, @redacted, @extra, 0)
    ON CONFLICT (id) DO NOTHING`);
  const insertDigest = prepare(`
    INSERT INTO digest (recording, rule_set, total, client_frames, agent_frames, stderr_pieces, errors, warnings, notes)
    VALUES (?, ?, 0, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING`);
  const selectRecording = prepare(`SELECT no, state, ingested FROM recording WHERE id = ?`);
  const advance = prepare(`UPDATE recording SET ingested = @to WHERE no = @no AND ingested = @from AND state = 'live'`);
  const finish = prepare(
    `UPDATE recording SET state = @state, ended_at = @endedAt, exit = @exit, recorder = NULL WHERE no = @no`,
  );
  const insertEntry = prepare(`INSERT INTO entry (place, at, origin, bytes, extra) VALUES (?, ?, ?, ?, ?)`);
  const insertMessage = prepare(
    `INSERT INTO message (place, kind, method, rpc_id, session, pair, tool_call, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const pairRequest = prepare(`UPDATE message SET pair = ? WHERE place = ?`);
  const insertFinding = prepare(`
    INSERT INTO finding (recording, seq, rule, grade, side, message, expected, seen, pointer, related)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const upsertSession = prepare(`
    INSERT INTO session (recording, id, brought, cwd, opened, closed) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (recording, id) DO UPDATE SET closed = excluded.closed`);
  const upsertTurn = prepare(`
    INSERT INTO turn (recording, number, session, started, ended, outcome) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (recording, number) DO UPDATE SET ended = excluded.ended, outcome = excluded.outcome`);
  const upsertToolCall = prepare(`
    INSERT INTO tool_call (recording, session, id, title, kind, status, opened, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (recording, session, id) DO UPDATE
    SET title = excluded.title, kind = excluded.kind, status = excluded.status, updated = excluded.updated
    RETURNING no`).pluck();
  const insertPermission = prepare(`
    INSERT INTO permission (recording, asked, answered, session, tool_call_id, chosen) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const updateDigest = prepare(`
    UPDATE digest SET
      protocol_version = @protocolVersion, agent = @agent, client = @client,
      total = total + @total, client_frames = client_frames + @client_frames, agent_frames = agent_frames + @agent_frames,
      stderr_pieces = stderr_pieces + @stderr_pieces,
      errors = errors + @errors, warnings = warnings + @warnings, notes = notes + @notes
    WHERE recording = @no`);

  function appendStep(no: number, step: Step): void {
    const { entry, messages, events } = step;
    const place = placeKey(no, entry.seq);
    insertEntry.run(place, entry.at, originOf(entry), bytesOf(entry), entry.extra ?? null);
    let toolCall: number | null = null;
    for (const event of events) toolCall = appendEvent(no, event) ?? toolCall;
    if (entry.kind !== 'frame') return;

    const [first] = messages;
    if (!first) {
      insertMessage.run(place, MESSAGE_KINDS.indexOf('invalid'), null, null, null, null, null, null);
      return;
    }
    const { message, method, session, exchange } = first;
    const answers = message.kind === 'response' ? exchange : undefined;
    if (answers) pairRequest.run(entry.seq, placeKey(no, answers.opened.seq));
    const large = entry.bytes.length >= LARGE_FRAME_BYTES;
    insertMessage.run(
      place,
      MESSAGE_KINDS.indexOf(kindOf(message)),
      names.numberOf(method),
      ('id' in message ? message.id : undefined) ?? null,
      names.numberOf(session),
      answers?.opened.seq ?? null,
      toolCall ?? (first.toolCall ? toolCallNo(no, first.toolCall) : null),
      large ? describe(message, { method, toolTitle: first.toolCall?.title }) : null,
    );
  }

  /** Writes what an event opened or closed; the row number of the tool call it was about. */
  function appendEvent(no: number, event: TraceEvent): number | undefined {
    switch (event.kind) {
      case 'session': {
        const { id, by, cwd, opened, closed } = event.session;
        upsertSession.run(no, id, by, cwd ?? null, opened.seq, closed?.seq ?? null);
        return undefined;
      }
      case 'turn': {
        const { number, session, started, ended, outcome } = event.turn;
        upsertTurn.run(no, number, session, started.seq, ended?.seq ?? null, outcome ?? null);
        return undefined;
      }
      case 'permission': {
        const { exchange, session, toolCallId, chosen } = event.permission;
        if (exchange.closed)
          insertPermission.run(
            no,
            exchange.opened.seq,
            exchange.closed.seq,
            session,
            toolCallId ?? null,
            chosen ?? null,
          );
        return undefined;
      }
      case 'tool-call':
        return toolCallNo(no, event.toolCall);
      default:
        return undefined;
    }
  }

  function toolCallNo(no: number, call: Extract<TraceEvent, { kind: 'tool-call' }>['toolCall']): number {
    const { session, id, title, kind, status, opened, updated } = call;
    return Number(
      upsertToolCall.get(no, session, id, title ?? null, kind ?? null, status ?? null, opened.seq, updated.seq),
    );
  }

  function append(no: number, { steps, findings, handshake, from, to, end }: Batch): void {
    if (advance.run({ no, from, to }).changes !== 1) throw new Overtaken();
    for (const step of steps) appendStep(no, step);
    for (const { rule, grade, side, seq, message, expected, seen, pointer, related } of findings)
      insertFinding.run(
        no,
        seq,
        rule,
        grade,
        side,
        message,
        expected ?? null,
        seen ?? null,
        pointer ?? null,
        JSON.stringify(related ?? []),
      );
    updateDigest.run({ no, ...handshakeColumns(handshake), ...counts(steps, findings) });
    if (end)
      finish.run({ no, state: end.state, endedAt: end.endedAt, exit: end.exit ? JSON.stringify(end.exit) : null });
  }

  const transaction = connection.transaction(append);
  const removals = [
    prepare(`DELETE FROM message WHERE place BETWEEN ?1 * 4294967296 AND ?1 * 4294967296 + 4294967295`),
    prepare(`DELETE FROM entry WHERE place BETWEEN ?1 * 4294967296 AND ?1 * 4294967296 + 4294967295`),
    prepare(`DELETE FROM recording WHERE no = ?`), // the rest goes with it
  ];
  const claim = prepare(`UPDATE recording SET recorder = ? WHERE no = ?`);

  return {
    /** Makes the recording known, unless it is. Says how far it is. */
    begin(header: RecordingHeader): { readonly no: number; readonly state: string; readonly ingested: number } {
      const { id, name, startedAt, command, cwd, redacted, extra } = header;
      const create = connection.transaction(() => {
        const row = {
          id,
          name: name ?? null,
          startedAt,
          command: JSON.stringify(command),
          cwd,
          redacted: redacted ? 1 : 0,
          extra: extra ?? null,
        };
        const { changes, lastInsertRowid } = insertRecording.run(row);
        if (changes === 1) insertDigest.run(lastInsertRowid, RULE_SET);
      });
      create.immediate();
      return selectRecording.get(id) as { no: number; state: string; ingested: number }; // the row just made sure of
    },
    /** Says which process ingests the recording, so that readers wait for it rather than compete. */
    claim: (no: number, recorder: { readonly pid: number; readonly started: string | undefined }): void =>
      void claim.run(JSON.stringify(recorder), no),
    /** Ends a recording that nobody can go on with. */
    abandon: (no: number): void => void finish.run({ no, state: 'interrupted', endedAt: Date.now(), exit: null }),
    /** Removes a recording and all that belongs to it. */
    remove: connection.transaction((no: number) => removals.forEach((removal) => removal.run(no))).immediate,
    /** Adds a batch in one transaction. @throws {Overtaken} when the recording is not at `batch.from` any more. */
    append(no: number, batch: Batch): void {
      try {
        transaction.immediate(no, batch);
      } catch (cause) {
        names.forget(); // those written in this transaction are gone again
        throw cause;
      }
    },
  };
}

export type Appender = ReturnType<typeof createAppender>;

/** Numbers of names, remembered for the life of the connection. */
function createNames(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO name (text) VALUES (?) ON CONFLICT DO NOTHING`);
  const select = connection.prepare(`SELECT no FROM name WHERE text = ?`).pluck();
  const known = new Map<string, number>();
  return {
    numberOf(text: string | undefined): number | null {
      if (text === undefined) return null;
      const before = known.get(text);
      if (before !== undefined) return before;
      insert.run(text);
      const no = Number(select.get(text));
      if (known.size >= 10_000) known.clear(); // session ids may come without end
      known.set(text, no);
      return no;
    },
    forget: () => known.clear(),
  };
}

const originOf = (entry: Entry): number => ORIGINS.indexOf(entry.kind === 'event' ? 'event' : entry.from);

const bytesOf = (entry: Entry): Uint8Array =>
  entry.kind === 'event' ? encodeUtf8(JSON.stringify(entry.event)) : entry.bytes;

function kindOf(message: Message): (typeof MESSAGE_KINDS)[number] {
  return message.kind === 'response' && !message.outcome.ok ? 'error' : message.kind;
}

function handshakeColumns({ protocolVersion, agent, client }: Handshake) {
  return {
    protocolVersion: protocolVersion !== undefined && Number.isSafeInteger(protocolVersion) ? protocolVersion : null,
    agent: agent ? JSON.stringify(agent) : null,
    client: client ? JSON.stringify(client) : null,
  };
}

function counts(steps: readonly Step[], findings: readonly Finding[]) {
  const from = (origin: string) => steps.filter(({ entry }) => entry.kind !== 'event' && entry.from === origin).length;
  const of = (grade: string) => findings.filter((finding) => finding.grade === grade).length;
  return {
    total: steps.length,
    client_frames: from('client'),
    agent_frames: from('agent'),
    stderr_pieces: from('stderr'),
    errors: of('error'),
    warnings: of('warning'),
    notes: of('note'),
  };
}
