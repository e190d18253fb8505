import {
  MAX_WINDOW,
  type EntryRow,
  type LiveMessage,
  type LiveRequest,
  type RecordingSummary,
} from '#core/contract/api.ts';
import { isObject } from '#core/wire/json.ts';
import type { WebSocket } from 'ws';
import type { Library, Shelved } from './library.ts';

/** How often the database is asked whether it has changed, while somebody looks. Asking costs microseconds. */
const TICK_MS = 25;

/** How often lists of recordings are told, at most. Rows are told every tick. */
const LIST_MS = 200;

/** More new rows than this at once are not sent one by one: the page fetches what it shows. */
const MAX_ROWS = MAX_WINDOW;

/** A page that has this much unread is not sent more: it is told to skip forward when it has caught up. */
const MAX_UNREAD_BYTES = 1_000_000;

interface Ports {
  /** Called often while a page is connected. */
  readonly onWatched: () => void;
  /** Told when the database cannot be read. */
  readonly onTrouble: (cause: unknown) => void;
}

interface Follower {
  readonly socket: WebSocket;
  following: { readonly id: string; readonly at: Shelved; next: number; findings: number } | undefined;
  told: Map<string, string>;
}

/**
 * The live feed: looks at the database while pages are connected, and tells each what changed for it. Nothing is buffered for a slow
 * page: rows are read when they can be sent, and left out when there are too many.
 */
export function createLiveFeed(library: Library, { onWatched, onTrouble }: Ports) {
  const followers = new Set<Follower>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let version = Number.NaN;
  let listDue = 0;

  /** A page that cannot be told what is true is cut off: it says so, and comes back by itself. */
  function attempt(work: () => void, concerned: Iterable<Follower>): void {
    try {
      work();
    } catch (cause) {
      for (const { socket } of concerned) socket.close(1011, 'the database cannot be read');
      onTrouble(cause);
    }
  }

  function tick(): void {
    onWatched();
    const now = performance.now();
    const current = library.version();
    const changed = current !== version;
    version = current;
    if (changed) listDue ||= now;
    const tellLists = listDue > 0 && now >= listDue;
    if (tellLists) listDue = 0;
    const recordings = tellLists ? library.recordings() : undefined;
    for (const follower of followers) {
      if (recordings) tellRecordings(follower, recordings);
      tellRows(follower);
    }
    if (tellLists && changed) listDue = now + LIST_MS;
  }

  function tellRecordings(follower: Follower, recordings: readonly RecordingSummary[]): void {
    const before = follower.told;
    follower.told = new Map(recordings.map((summary) => [summary.id, JSON.stringify(summary)]));
    const changed = recordings.filter(({ id }) => before.get(id) !== follower.told.get(id));
    const ids = [...before.keys()].filter((id) => !follower.told.has(id));
    if (changed.length > 0) send(follower, { kind: 'recordings', recordings: changed });
    if (ids.length > 0) send(follower, { kind: 'removed', ids });
  }

  function tellRows(follower: Follower): void {
    const { following, socket } = follower;
    if (!following || socket.bufferedAmount > MAX_UNREAD_BYTES) return;
    const { id, at, next } = following;
    const { read } = at.store;
    const total = read.summary(at.no)?.total ?? 0;
    const findings = read.findingsSince(at.no, following.findings);
    if (total === next && findings.length === 0) return;
    following.findings = findings.at(-1)?.no ?? following.findings;
    following.next = total;
    if (total - next > MAX_ROWS) return send(follower, { kind: 'skipped', recording: id, total });
    const rows = read.rows(at.no, next, total - next);
    send(follower, { kind: 'rows', recording: id, rows, amended: amended(at, rows, findings, next), total });
  }

  function handle(follower: Follower, request: LiveRequest): void {
    if (request.kind === 'unfollow') return void (follower.following = undefined);
    const at = library.find(request.recording);
    if (!at) return;
    // From the first finding on: what was found between the page's fetching of rows and now is among them.
    follower.following = { id: request.recording, at, next: request.from, findings: 0 };
    tellRows(follower);
  }

  return {
    add(socket: WebSocket): void {
      const follower: Follower = { socket, following: undefined, told: new Map() };
      followers.add(follower);
      socket.on('message', (data, isBinary) => {
        const request = isBinary || !Buffer.isBuffer(data) ? undefined : toRequest(data.toString('utf8'));
        if (request) attempt(() => handle(follower, request), [follower]);
        else socket.close(1008, 'not a request of the live feed');
      });
      socket.on('close', () => {
        followers.delete(follower);
        if (followers.size === 0) clearInterval(timer);
      });
      socket.on('error', () => socket.terminate());
      if (followers.size === 1) timer = setInterval(() => attempt(tick, followers), TICK_MS);
      onWatched();
      send(follower, { kind: 'recordings', recordings: [] }); // connected, even when there is nothing to tell
      attempt(() => tellRecordings(follower, library.recordings()), [follower]);
    },
    count: () => followers.size,
    close(): void {
      clearInterval(timer);
      for (const { socket } of followers) socket.terminate();
    },
  };
}

const send = ({ socket }: Follower, message: LiveMessage): void => socket.send(JSON.stringify(message));

/** Rows the page has that have changed: requests that were answered, entries with new findings. The latest, where they are many. */
function amended(
  { store, no }: Shelved,
  rows: readonly EntryRow[],
  findings: readonly { seq: number }[],
  next: number,
): readonly EntryRow[] {
  const answered = rows.filter(({ kind }) => kind === 'response' || kind === 'error').map(({ pair }) => pair);
  const seqs = new Set([...answered, ...findings.map(({ seq }) => seq)].filter((seq) => seq !== null && seq < next));
  return [...seqs].slice(-MAX_ROWS).flatMap((seq) => (seq === null ? [] : store.read.rows(no, seq, 1)));
}

function toRequest(text: string): LiveRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { kind, recording, from } = value;
  if (kind === 'unfollow') return { kind };
  const valid =
    kind === 'follow' &&
    typeof recording === 'string' &&
    typeof from === 'number' &&
    Number.isSafeInteger(from) &&
    from >= 0;
  return valid ? { kind, recording, from } : undefined;
}
