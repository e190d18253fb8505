import { describe } from '#core/protocol/describe.ts';
import type { Finding } from '#core/rules/rule.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import type { Step, TraceEvent } from '#core/trace/trace.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { createNames } from './names.ts';
import { countGrades, findingColumns, INSERT_FINDING } from './findings.ts';
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

/** Adds entries, what they mean and what was found in them. Every statement is prepared once. */
export function createAppender(connection: Connection) {
  const prepare = (sql: string) => connection.prepare(sql);
  const names = createNames(connection);

  const advance = prepare(`UPDATE recording SET ingested = @to WHERE no = @no AND ingested = @from AND state = 'live'`);
  const finish = prepare(
    `UPDATE recording SET state = @state, ended_at = @endedAt, exit = @exit, recorder = NULL WHERE no = @no`,
  );
  const insertEntry = prepare(`INSERT INTO entry (place, at, origin, bytes, extra) VALUES (?, ?, ?, ?, ?)`);
  const insertMessage = prepare(
    `INSERT INTO message (place, kind, method, rpc_id, session, pair, tool_call, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const pairRequest = prepare(`UPDATE message SET pair = ? WHERE place = ?`);
  const insertFinding = prepare(INSERT_FINDING);
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
    names.forget();
    if (advance.run({ no, from, to }).changes !== 1) throw new Overtaken();
    for (const step of steps) appendStep(no, step);
    for (const finding of findings) insertFinding.run(...findingColumns(no, finding));
    updateDigest.run({ no, ...handshakeColumns(handshake), ...counts(steps, findings) });
    if (end)
      finish.run({ no, state: end.state, endedAt: end.endedAt, exit: end.exit ? JSON.stringify(end.exit) : null });
  }

  const transaction = connection.transaction(append);

  /**
   * Adds a batch to a recording in one transaction.
   * @throws {Overtaken} when the recording is not at `batch.from` any more.
   */
  return (no: number, batch: Batch): void => transaction.immediate(no, batch);
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
  return {
    total: steps.length,
    client_frames: from('client'),
    agent_frames: from('agent'),
    stderr_pieces: from('stderr'),
    ...countGrades(findings),
  };
}
