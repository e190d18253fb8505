import { signal } from '@preact/signals';
import { RequestFailed, type Backend, type Connection, type FeedEvent } from './backend.ts';

/** The backend of a page without a server: no recordings, and no events except `connected`. */
export function createNoServer(): Backend {
  const listeners = new Set<(event: FeedEvent) => void>();
  const missing = (recording: string) => Promise.reject(new RequestFailed(404, recording));
  return {
    connection: signal<Connection>({ kind: 'file' }),
    connect: () => {
      for (const listener of listeners) listener({ kind: 'connected' });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow: () => () => {},
    recordings: async () => [],
    rows: missing,
    seek: missing,
    overview: missing,
    turns: missing,
    values: missing,
    conversation: missing,
    seekCard: missing,
    files: missing,
    operations: missing,
    entry: missing,
    findings: missing,
    report: missing,
    stats: missing,
    info: missing,
    changes: async () => [],
    compare: ({ recording }) => missing(recording),
    steps: missing,
    share: missing,
    saveUrl: missing,
    offlinePage: () => missing('the page'),
    control: missing,
    judge: missing,
    mark: missing,
    bytesUrl: missing,
  };
}
