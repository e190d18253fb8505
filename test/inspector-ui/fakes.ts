import type { EntryRow, FindingDetail, RecordingSummary, RowWindow, RuleReport } from '#core/contract/api.ts';
import type { FeedEvent, Later } from '../../inspector-ui/backends/backend.ts';

export const row = (seq: number, more: Partial<EntryRow> = {}): EntryRow => ({
  seq,
  t: seq * 1000,
  from: 'agent',
  kind: 'notification',
  method: 'session/update',
  id: null,
  session: 's1',
  summary: `agent_message_chunk · ${seq}`,
  bytes: 100,
  pair: null,
  duration: null,
  findings: [],
  ...more,
});

export const rows = (from: number, to: number): readonly EntryRow[] =>
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

/** Timers that run when the test says so. */
export function fakeLater() {
  const waiting = new Map<() => void, number>();
  const later: Later = (ms, run) => {
    waiting.set(run, ms);
    return () => void waiting.delete(run);
  };
  const runAll = () => {
    for (const run of Array.from(waiting.keys())) if (waiting.delete(run)) run();
  };
  return { later, runAll, delays: () => [...waiting.values()] };
}

/** A backend whose answers the test gives by hand. */
export function fakeBackend() {
  const listeners = new Set<(event: FeedEvent) => void>();
  const asked: {
    from: number;
    signal: AbortSignal;
    answer: (window: RowWindow) => void;
    fail: (error: Error) => void;
  }[] = [];
  let cursor: (() => number) | undefined;
  return {
    asked,
    cursor: () => cursor?.(),
    tell: (event: FeedEvent) => listeners.forEach((listener) => listener(event)),
    backend: {
      listen: (listener: (event: FeedEvent) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      follow: (_: string, from: () => number) => {
        cursor = from;
        return () => void (cursor = undefined);
      },
      rows: (_: string, from: number, __: number, signal: AbortSignal) =>
        new Promise<RowWindow>((answer, fail) => {
          asked.push({ from, signal, answer, fail });
          signal.addEventListener('abort', () => fail(new Error('aborted')));
        }),
    },
  };
}

/** Lets everything that waits for an answered promise go on. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
