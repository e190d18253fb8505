import { renderPart } from '#core/compare/part.ts';
import {
  MAX_OPENED,
  MAX_WINDOW,
  type BadFilter,
  type RowQuery,
  type RowWindow,
  type SeekQuery,
  type SeekResult,
  type ValueCount,
} from '#core/contract/timeline.ts';
import type { RunChange } from '#core/contract/changes.ts';
import type { ControlResult } from '#core/contract/control.ts';
import { isObject } from '#core/json/json.ts';
import type { ConversationWindow } from '#core/model/cards.ts';
import type { FilesWindow, OperationsWindow } from '#core/model/files.ts';
import type { Comparison, Steps } from '#core/model/compare.ts';
import type { FindingDetail, RecordingReport } from '#core/model/finding.ts';
import type { TurnRow } from '#core/model/group.ts';
import type { Info } from '#core/model/info.ts';
import { MAX_BUCKETS, type Overview } from '#core/model/overview.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import type { Stats } from '#core/model/stats.ts';
import type { Seq } from '#core/units.ts';
import { ControlRefused, FilterRefused, RequestFailed, type Backend } from './backend.ts';
import { createLiveFeed, type FeedPorts } from './live-feed.ts';

export interface ServerPorts extends Omit<FeedPorts, 'isRefused'> {
  readonly fetch: (path: string, init: ServerRequest) => Promise<Response>;
}

/** Options of a request. */
export interface ServerRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** JSON. */
  readonly body?: string;
}

/** The local server of this page: HTTP for windows and entries, one WebSocket for changes. */
export function createServerBackend(ports: ServerPorts): Backend {
  const { signIn } = ports;
  const send = async (
    method: ServerRequest['method'],
    path: string,
    signal?: AbortSignal,
    value?: object,
  ): Promise<Response> => {
    const token = signIn.token();
    if (token === undefined) throw new RequestFailed(401, path);
    const headers = { authorization: `Bearer ${token}`, ...(value ? { 'content-type': 'application/json' } : {}) };
    const body = value ? { body: JSON.stringify(value) } : {};
    const response = await ports.fetch(path, { method, headers, ...(signal ? { signal } : {}), ...body });
    if (response.status === 401) signIn.drop(token);
    return response;
  };
  const isRefused = async () => {
    try {
      return isSignInMissing((await send('GET', '/api/recordings')).status);
    } catch {
      return signIn.token() === undefined; // no response is not a refusal; the feed reports "offline"
    }
  };
  const feed = createLiveFeed({ ...ports, isRefused });

  const ask = async (
    path: string,
    signal?: AbortSignal,
    method: ServerRequest['method'] = 'GET',
    value?: object,
  ): Promise<Response> => {
    const response = await send(method, path, signal, value);
    if (isSignInMissing(response.status)) feed.refuse();
    if (response.ok) return response;
    if (response.status === 409)
      throw new ControlRefused(((await response.json()) as { readonly error: string }).error);
    const refused = response.status === 400 ? toBadFilter(await response.json()) : undefined;
    throw refused ? new FilterRefused(refused) : new RequestFailed(response.status, path);
  };
  const read = async (path: string, signal?: AbortSignal): Promise<unknown> => (await ask(path, signal)).json();

  // Each `as`: our own server keeps to the contract; its tests check the shapes.
  return {
    connection: feed.connection,
    connect: feed.connect,
    listen: feed.listen,
    follow: feed.follow,
    recordings: async () => (await read('/api/recordings')) as readonly RecordingSummary[],
    rows: async (recording, query, signal) =>
      (await read(`${recordingPath(recording)}/rows?${rowParameters(query)}`, signal)) as RowWindow,
    seek: async (recording, query, signal) =>
      (await read(`${recordingPath(recording)}/seek?${seekParameters(query)}`, signal)) as SeekResult,
    overview: async (recording, q, buckets, signal) =>
      (await read(
        `${recordingPath(recording)}/overview?${parameters({ q, buckets: Math.min(buckets, MAX_BUCKETS) })}`,
        signal,
      )) as Overview,
    turns: async (recording, signal, to) =>
      (await read(
        `${recordingPath(recording)}/turns${to === undefined ? '' : `?to=${to}`}`,
        signal,
      )) as readonly TurnRow[],
    values: async (recording, field, signal) =>
      (await read(`${recordingPath(recording)}/values?${parameters({ field })}`, signal)) as readonly ValueCount[],
    conversation: async (recording, { session, at, ...query }, signal) =>
      (await read(
        `${recordingPath(recording)}/conversation?${parameters({ session: session ?? '', ...at, ...query })}`,
        signal,
      )) as ConversationWindow,
    seekCard: async (recording, { session, ...query }, signal) =>
      (await read(
        `${recordingPath(recording)}/conversation/seek?${parameters({ session: session ?? '', ...query })}`,
        signal,
      )) as SeekResult,
    files: async (recording, query, signal) =>
      (await read(`${recordingPath(recording)}/files?${parameters({ ...query })}`, signal)) as FilesWindow,
    operations: async (recording, query, signal) =>
      (await read(`${recordingPath(recording)}/operations?${parameters({ ...query })}`, signal)) as OperationsWindow,
    entry: async (recording, seq, signal) => (await read(entryPath(recording, seq), signal)) as EntryDetail,
    findings: async (recording, q, signal) =>
      (await read(`${recordingPath(recording)}/findings?${parameters({ q })}`, signal)) as readonly FindingDetail[],
    report: async (recording, signal) => (await read(`${recordingPath(recording)}/report`, signal)) as RecordingReport,
    stats: async (recording, signal) => (await read(`${recordingPath(recording)}/stats`, signal)) as Stats,
    info: async (recording, signal) => (await read(`${recordingPath(recording)}/info`, signal)) as Info,
    compare: async (left, right, signal) => {
      const asked = parameters({
        left: left.recording,
        leftPart: renderPart(left.part),
        right: right.recording,
        rightPart: renderPart(right.part),
      });
      return (await read(`/api/compare?${asked}`, signal)) as Comparison;
    },
    steps: async (recording, signal) => (await read(`${recordingPath(recording)}/steps`, signal)) as Steps,
    share: async (recording, { as, of, q, seq, redact, keep = [], preview }, signal) => {
      const asked = parameters({
        as,
        of,
        q,
        seq: seq ?? '',
        redact: redact ? 1 : 0,
        keep: keep.join('\n'),
        preview: preview ? 1 : 0,
      });
      return (await ask(`${recordingPath(recording)}/share?${asked}`, signal)).text();
    },
    changes: async (signal) => (await read('/api/changes', signal)) as readonly RunChange[],
    saveUrl: async (recording, request, signal) => {
      const response = await ask(`${recordingPath(recording)}/saved`, signal, 'POST', request);
      return ((await response.json()) as { readonly url: string }).url;
    },
    offlinePage: async (signal) => (await ask('/api/offline-page', signal)).text(),
    control: async (recording, verb) => {
      const response = await ask(`${recordingPath(recording)}/control`, undefined, 'POST', verb);
      return (await response.json()) as ControlResult;
    },
    judge: async (recording, line, signal) => {
      const response = await ask(`${recordingPath(recording)}/judge`, signal, 'POST', line);
      return (await response.json()) as readonly FindingDetail[];
    },
    mark: async (recording, verb) => void (await ask(`${recordingPath(recording)}/marks`, undefined, 'POST', verb)),
    bytesUrl: async (recording, seq) => {
      const response = await ask(`${entryPath(recording, seq)}/bytes`, undefined, 'POST');
      return ((await response.json()) as { readonly url: string }).url;
    },
  };
}

const isSignInMissing = (status: number) => status === 401 || status === 403;
const recordingPath = (recording: string) => `/api/recordings/${encodeURIComponent(recording)}`;
const entryPath = (recording: string, seq: Seq) => `${recordingPath(recording)}/entries/${seq}`;

const rowParameters = ({ view, q, opened, collapsed, at, count, part }: RowQuery) =>
  parameters({
    view,
    q,
    opened: opened.slice(0, MAX_OPENED).join(','),
    collapsed: collapsed.slice(0, MAX_OPENED).join(','),
    ...at,
    count: Math.min(count, MAX_WINDOW),
    part: part ? 1 : '',
  });

const seekParameters = ({ q, from, step, wrap }: SeekQuery) => parameters({ q, from, step, wrap: wrap ? 1 : 0 });

/** Builds a query string without empty members. */
const parameters = (members: Readonly<Record<string, string | number | boolean>>): string =>
  String(
    new URLSearchParams(
      Object.entries(members)
        .map(([name, value]): [string, string] => [name, String(value)])
        .filter(([, value]) => value !== ''),
    ),
  );

function toBadFilter(body: unknown): BadFilter | undefined {
  if (!isObject(body)) return undefined;
  const { error, start, end } = body;
  const isOne = typeof error === 'string' && typeof start === 'number' && typeof end === 'number';
  return isOne ? { error, start, end } : undefined;
}
