import type { WebSocket } from 'ws';
import type { LiveMessage, LiveRequest } from '#core/contract/api.ts';
import type { ControlState } from '#core/contract/control.ts';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Agents } from './agents.ts';
import { createHeldEntries } from './held-entries.ts';
import { summariesOf, type Library, type LibraryRecording } from './library.ts';

/** How often the feed checks the database while a page is connected. A check takes microseconds. */
const TICK_MS = 15;

/** The shortest time between two updates of the list. Changes of the followed recording are sent every tick. */
const LIST_MS = 200;

/** A page with this many unread bytes gets no updates until it has caught up; then it gets the current state. */
const MAX_UNREAD_BYTES = 1_000_000;

/** Pages show the size of a large data folder in these steps. */
const STEP_BYTES = 100_000_000;

interface Ports {
  /** Called often while a page is connected. */
  readonly onWatched: () => void;
  /** Called when the database cannot be read. */
  readonly onTrouble: (cause: unknown) => void;
}

interface Follower {
  readonly socket: WebSocket;
  following: { readonly id: string; readonly at: LibraryRecording; revision: number } | undefined;
  sent: Map<string, string>;
  /** The states of agents that were sent last. */
  agents: Map<string, ControlState>;
  /** The size of a large data folder that was sent last. */
  used: number | null;
  /** The removals that were sent last, as JSON; empty for none sent yet. */
  removals: string;
}

/**
 * The live feed: watches the database while pages are connected, and notifies each page about changes of its recording.
 * Pages fetch the content themselves, so a slow page needs no buffer, and an unwatched recording costs nothing.
 */
export function createLiveFeed(
  library: Library,
  agents: Pick<Agents, 'states' | 'watch' | 'unwatch'>,
  { onWatched, onTrouble }: Ports,
) {
  const followers = new Set<Follower>();
  const withEntries = createHeldEntries(library);
  let timer: ReturnType<typeof setInterval> | undefined;
  let version = Number.NaN;
  let isListOld = false;
  let listDue = 0;

  /** Disconnects the pages when the work fails: a page shows this and reconnects by itself. */
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
    isListOld ||= changed;
    const sendsLists = isListOld && now >= listDue;
    const recordings = sendsLists ? summariesOf(library) : undefined;
    const used = recordings ? library.largeFolder() : null;
    for (const follower of followers) {
      sendAgents(follower);
      if (recordings) {
        sendRecordings(follower, recordings);
        sendSize(follower, used);
        sendRemovals(follower);
      }
      sendChange(follower);
    }
    if (sendsLists) [isListOld, listDue] = [false, now + LIST_MS];
  }

  function sendRecordings(follower: Follower, recordings: readonly RecordingSummary[]): void {
    const before = follower.sent;
    follower.sent = new Map(recordings.map((summary) => [summary.id, JSON.stringify(summary)]));
    const changed = recordings.filter(({ id }) => before.get(id) !== follower.sent.get(id));
    const ids = [...before.keys()].filter((id) => !follower.sent.has(id));
    if (changed.length > 0) send(follower, { kind: 'recordings', recordings: changed });
    if (ids.length > 0) send(follower, { kind: 'removed', ids });
  }

  function sendAgents(follower: Follower): void {
    if (follower.socket.bufferedAmount > MAX_UNREAD_BYTES) return;
    const before = follower.agents;
    const now = performance.now();
    follower.agents = new Map();
    for (const [recording, { state: known, at }] of agents.states) {
      const state = withEntries(known);
      follower.agents.set(recording, state);
      if (before.get(recording) === state) continue;
      send(follower, { kind: 'taking-part', recording, state: { ...state, now: state.now + now - at } });
    }
    for (const recording of before.keys())
      if (!agents.states.has(recording)) send(follower, { kind: 'taking-part', recording, state: null });
  }

  function sendSize(follower: Follower, bytes: number | null): void {
    const used = bytes === null ? null : Math.round(bytes / STEP_BYTES) * STEP_BYTES;
    if (used === follower.used) return;
    follower.used = used;
    send(follower, { kind: 'large-folder', used });
  }

  function sendRemovals(follower: Follower): void {
    const { changes } = library;
    if (!changes) return;
    const recordings = changes.removals();
    const text = JSON.stringify(recordings);
    if (text === follower.removals) return;
    follower.removals = text;
    send(follower, { kind: 'removals', recordings });
  }

  function sendChange({ following, socket }: Follower): void {
    if (!following || socket.bufferedAmount > MAX_UNREAD_BYTES) return;
    const { id, at } = following;
    const now = at.store.read.timeline.progress(at.no);
    if (!now || now.revision === following.revision) return;
    following.revision = now.revision;
    send({ socket }, { kind: 'changed', recording: id, ...now });
  }

  function handle(follower: Follower, request: LiveRequest): void {
    if (request.kind === 'unfollow') return void (follower.following = undefined);
    const at = library.find(request.recording);
    if (!at) return;
    follower.following = { id: request.recording, at, revision: -1 }; // notify at once: it may have changed
    sendChange(follower);
  }

  return {
    add(socket: WebSocket): void {
      const follower: Follower = {
        socket,
        following: undefined,
        sent: new Map(),
        agents: new Map(),
        used: null,
        removals: '',
      };
      followers.add(follower);
      socket.on('message', (data, isBinary) => {
        const request = isBinary || !Buffer.isBuffer(data) ? undefined : toRequest(data.toString('utf8'));
        if (request) attempt(() => handle(follower, request), [follower]);
        else socket.close(1008, 'not a request of the live feed');
      });
      socket.on('close', () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        clearInterval(timer);
        agents.unwatch();
      });
      socket.on('error', () => socket.terminate());
      if (followers.size === 1) timer = setInterval(() => attempt(tick, followers), TICK_MS);
      onWatched();
      if (followers.size === 1) agents.watch();
      send(follower, { kind: 'recordings', recordings: [] }); // shows the page that it is connected
      attempt(() => {
        sendRecordings(follower, summariesOf(library));
        sendSize(follower, library.largeFolder());
        sendRemovals(follower);
      }, [follower]);
    },
    count: () => followers.size,
    close(): void {
      clearInterval(timer);
      agents.unwatch();
      for (const { socket } of followers) socket.terminate();
    },
  };
}

const send = ({ socket }: Pick<Follower, 'socket'>, message: LiveMessage): void => socket.send(JSON.stringify(message));

function toRequest(text: string): LiveRequest | undefined {
  const value = parseJson(text);
  if (!isObject(value)) return undefined;
  const { kind, recording } = value;
  if (kind === 'unfollow') return { kind };
  return kind === 'follow' && typeof recording === 'string' ? { kind, recording } : undefined;
}
