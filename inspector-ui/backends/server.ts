import {
  MAX_WINDOW,
  type EntryDetail,
  type FindingDetail,
  type RecordingReport,
  type RecordingSummary,
  type RowWindow,
} from '#core/contract/api.ts';
import type { Seq } from '#core/wire/units.ts';
import { RequestFailed, type Backend } from './backend.ts';
import { createLiveFeed, type FeedPorts } from './live-feed.ts';

export interface ServerPorts extends Omit<FeedPorts, 'isRefused'> {
  readonly fetch: (path: string, init: { readonly signal?: AbortSignal }) => Promise<Response>;
}

/** The local server that gave the page: HTTP for windows and entries, one WebSocket for what is new. */
export function createServerBackend(ports: ServerPorts): Backend {
  const isRefused = async () => {
    try {
      return isSignInMissing((await ports.fetch('/api/recordings', {})).status);
    } catch {
      return false; // No answer at all is not a refusal; the feed already says "offline".
    }
  };
  const feed = createLiveFeed({ ...ports, isRefused });

  const read = async (path: string, signal?: AbortSignal): Promise<unknown> => {
    const response = await ports.fetch(path, signal ? { signal } : {});
    if (isSignInMissing(response.status)) feed.refuse();
    if (!response.ok) throw new RequestFailed(response.status, path);
    return response.json();
  };

  // Each `as`: our own server speaks the contract; its tests check the shapes.
  return {
    connection: feed.connection,
    connect: feed.connect,
    listen: feed.listen,
    follow: feed.follow,
    recordings: async () => (await read('/api/recordings')) as readonly RecordingSummary[],
    rows: async (recording, from, count, signal) =>
      (await read(
        `${recordingPath(recording)}/rows?from=${from}&count=${Math.min(count, MAX_WINDOW)}`,
        signal,
      )) as RowWindow,
    entry: async (recording, seq, signal) => (await read(entryPath(recording, seq), signal)) as EntryDetail,
    findings: async (recording, signal) =>
      (await read(`${recordingPath(recording)}/findings`, signal)) as readonly FindingDetail[],
    report: async (recording, signal) => (await read(`${recordingPath(recording)}/report`, signal)) as RecordingReport,
    bytesUrl: (recording, seq) => `${entryPath(recording, seq)}/bytes`,
  };
}

const isSignInMissing = (status: number) => status === 401 || status === 403;
const recordingPath = (recording: string) => `/api/recordings/${encodeURIComponent(recording)}`;
const entryPath = (recording: string, seq: Seq) => `${recordingPath(recording)}/entries/${seq}`;
