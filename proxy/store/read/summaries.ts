import type {
  Implementation,
  RecordingState,
  RecordingSummary,
  Unfinished,
  Waiting,
} from '#core/model/recording-summary.ts';

export interface SummaryRecord {
  readonly no: number;
  readonly id: string;
  readonly name: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly state: RecordingState;
  readonly command: string;
  readonly cwd: string;
  readonly exit: string | null;
  readonly protocol_version: number | null;
  readonly agent: string | null;
  readonly client: string | null;
  readonly total: number;
  readonly client_frames: number;
  readonly agent_frames: number;
  readonly stderr_pieces: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly revision: number;
  readonly waiting: string | null;
  readonly unfinished: string | null;
  readonly last_at: number | null;
  readonly pinned: number;
  readonly comments: string | null;
  readonly bytes: number;
  readonly figure_bytes: number;
  readonly interventions: 0 | 1;
}

/** The space of an entry and a recording beside their bytes and stored stats, measured in recordings of real agents. */
const ENTRY_BYTES = 75;
const RECORDING_BYTES = 2048;

/** SQL for the bytes of a recording's stats, which may be larger than its entries; 0 while it is live. */
export const FIGURE_BYTES = `
  (SELECT coalesce(sum(octet_length(stats) + octet_length(info)), 0) FROM figures WHERE figures.recording = d.recording)`;

/** Newest first; for equal starts, the last stored first. Without unfinished imports. */
export const selectSummaries = (condition = 'TRUE'): string => `
  SELECT r.no, r.id, coalesce(r.given_name, r.name) AS name, r.pinned, r.comments, r.started_at, r.ended_at, r.state, r.command, r.cwd, r.exit,
         d.protocol_version, d.agent, d.client, d.total, d.client_frames, d.agent_frames, d.stderr_pieces,
         d.errors, d.warnings, d.notes, d.revision, d.waiting, r.unfinished,
         (SELECT at FROM entry WHERE d.total > 0 AND place = r.no * 4294967296 + d.total - 1) AS last_at, d.bytes, ${FIGURE_BYTES} AS figure_bytes,
         EXISTS (SELECT 1 FROM delivery WHERE delivery.recording = r.no) AS interventions
  FROM recording r JOIN digest d ON d.recording = r.no WHERE r.importer IS NULL AND (${condition})
  ORDER BY r.started_at DESC, r.no DESC`;

/** The casts are safe: only this room writes the JSON columns. */
export function toSummary(record: SummaryRecord): RecordingSummary {
  const { id, name, state, command, cwd, total } = record;
  return {
    id,
    name: name || null, // `--name ''` sets no name
    startedAt: iso(record.started_at),
    endedAt: record.ended_at === null ? null : iso(record.ended_at),
    state,
    command: JSON.parse(command) as string[],
    cwd,
    agent: parse(record.agent) as Implementation | null,
    client: parse(record.client) as Implementation | null,
    protocolVersion: record.protocol_version,
    entries: { client: record.client_frames, agent: record.agent_frames, stderr: record.stderr_pieces },
    findings: { error: record.errors, warning: record.warnings, note: record.notes },
    total,
    exit: parse(record.exit) as RecordingSummary['exit'],
    waiting: (parse(record.waiting) as Waiting[] | null) ?? [],
    ...(record.last_at === null ? {} : { lastAt: record.last_at }),
    ...(record.unfinished === null ? {} : { unfinished: parse(record.unfinished) as Unfinished[] }),
    ...(record.interventions === 1 ? { interventions: true } : {}),
    size: storedSize(record),
    pinned: record.pinned === 1,
    comments: (parse(record.comments) as string[] | null) ?? [],
  };
}

/** About how many bytes a recording takes in the database: its entries, their rows in other tables, and its stats. */
export const storedSize = ({
  bytes,
  total,
  figure_bytes,
}: Pick<SummaryRecord, 'bytes' | 'total' | 'figure_bytes'>): number =>
  bytes + total * ENTRY_BYTES + figure_bytes + RECORDING_BYTES;

const iso = (ms: number) => new Date(ms).toISOString();

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
