import type { RowQuery, RowWindow, TimelineRow } from '#core/contract/timeline.ts';
import type { FindingDetail, RuleReport } from '#core/model/finding.ts';
import type { Group } from '#core/model/group.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail, EntryRow } from '#core/model/row.ts';
import { epochMs } from '#core/units.ts';
import type { FeedEvent, StartTimer } from '../../inspector-ui/backends/backend.ts';
import type { ServerPorts } from '../../inspector-ui/backends/server.ts';
import type { SignIn } from '../../inspector-ui/backends/sign-in.ts';

/** A sign-in with a token that is always accepted. */
export const signedIn: SignIn = {
  token: () => 'token',
  take: () => {},
  ask: () => {},
  setAccepted: () => {},
  drop: () => {},
  onToken: () => {},
};

/** The ports of a live feed that receives nothing. */
export const silentFeed: Omit<ServerPorts, 'fetch'> = {
  signIn: signedIn,
  openSocket: () => ({ send: () => {}, close: () => {} }),
  startTimer: () => () => {},
  now: () => epochMs(0),
  onSeen: () => {},
};

export const row = (seq: number, more: Partial<TimelineRow> = {}): TimelineRow => ({
  seq,
  t: seq * 1000,
  from: 'agent',
  kind: 'notification',
  method: 'session/update',
  id: null,
  session: 's1',
  tool: null,
  summary: `agent_message_chunk · ${seq}`,
  bytes: 100,
  pair: null,
  duration: null,
  findings: [],
  group: null,
  groupNo: seq,
  level: 0,
  ...more,
});

export const group = (no: number, kind: Group['kind'], more: Partial<Group> = {}): Group => ({
  no,
  kind,
  level: 0,
  title: kind,
  status: null,
  entries: 1,
  first: no,
  last: no,
  t: no * 1000,
  until: null,
  turn: null,
  session: 's1',
  parent: null,
  human: 0,
  client: 0,
  acptap: 0,
  waits: [],
  waiting: null,
  findings: { count: 0, worst: null, rule: null },
  isOpened: false,
  isCollapsed: false,
  ...more,
});

/** The row of a group. */
export const groupRow = (own: Group, more: Partial<EntryRow> = {}): TimelineRow =>
  row(own.first, { t: own.t, group: own, groupNo: own.no, level: own.level, ...more });

export const rows = (from: number, to: number): readonly TimelineRow[] =>
  Array.from({ length: to - from }, (_, index) => row(from + index));

export const recording = (id: string, more: Partial<RecordingSummary> = {}): RecordingSummary => ({
  id,
  name: null,
  startedAt: '2026-11-20T10:00:00.000Z',
  endedAt: '2026-11-20T10:00:12.000Z',
  state: 'ended',
  command: ['gemini', '--acp'],
  cwd: '/home/lena/orbit',
  agent: { name: 'gemini-cli', title: 'Gemini CLI', version: '0.61.0' },
  client: { name: 'zed', title: null, version: '0.212.3' },
  protocolVersion: 1,
  entries: { client: 3, agent: 9, stderr: 0 },
  findings: { error: 0, warning: 0, note: 0 },
  total: 12,
  exit: { code: 0, signal: null },
  waiting: [],
  size: null,
  pinned: false,
  comments: [],
  ...more,
});

export const finding = (rule: string, seq: number, more: Partial<FindingDetail> = {}): FindingDetail => ({
  rule,
  grade: 'error',
  side: 'agent',
  seq,
  related: [],
  pointer: null,
  message: 'a line on stdout is not JSON',
  expected: null,
  seen: null,
  source: 'https://agentclientprotocol.com/protocol/v1/transports',
  requires: 'Lines are JSON.',
  peers: 'They log it.',
  ...more,
});

export const ruleReport = (id: string, kept: number, broken: number): RuleReport => ({
  id,
  grade: 'error',
  requires: 'Lines are JSON.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports',
  kept,
  broken,
});

/** Timers that run when the test calls `runAll`. */
export function fakeTimer() {
  const waiting = new Map<() => void, number>();
  const startTimer: StartTimer = (ms, run) => {
    waiting.set(run, ms);
    return () => void waiting.delete(run);
  };
  const runAll = () => {
    for (const run of Array.from(waiting.keys())) if (waiting.delete(run)) run();
  };
  return { startTimer, runAll, delays: () => [...waiting.values()] };
}

/** An open request for rows. */
interface Asked {
  readonly query: RowQuery;
  readonly signal: AbortSignal;
  readonly answer: (window: RowWindow) => void;
  readonly fail: (error: Error) => void;
}

/** A backend that responds when the test calls `answer`. */
export function fakeBackend() {
  const listeners = new Set<(event: FeedEvent) => void>();
  const asked: Asked[] = [];
  return {
    asked,
    /** The latest request. */
    last: (): Asked => {
      const last = asked.at(-1);
      if (!last) throw new Error('nothing was asked');
      return last;
    },
    emit: (event: FeedEvent) => listeners.forEach((listener) => listener(event)),
    backend: {
      listen: (listener: (event: FeedEvent) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      follow: () => () => {},
      rows: (_: string, query: RowQuery, signal: AbortSignal) =>
        new Promise<RowWindow>((answer, fail) => {
          asked.push({ query, signal, answer, fail });
          signal.addEventListener('abort', () => fail(new Error('aborted')));
        }),
    },
  };
}

/** Rows `from` … `to − 1` of a list with `total`. */
export const rowWindow = (from: number, to: number, total: number, more: Partial<RowWindow> = {}): RowWindow => ({
  from,
  rows: rows(from, to),
  total,
  entries: total,
  shown: total,
  revision: 1,
  ...more,
});

/** Waits until the continuations of settled promises have run. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An entry without text. */
export const detail = (seq: number, more: Partial<EntryDetail> = {}): EntryDetail => ({
  row: row(seq),
  text: null,
  base64: null,
  event: null,
  cut: false,
  findings: [],
  ...more,
});
