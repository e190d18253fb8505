import { signal, type ReadonlySignal } from '@preact/signals';
import type { LiveMessage, LiveRequest } from '#core/contract/api.ts';
import { epochMs, type EpochMs } from '#core/units.ts';
import type { Connection, FeedEvent, StartTimer } from './backend.ts';
import type { SignIn } from './sign-in.ts';

export interface Socket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

export interface SocketEvents {
  readonly opened: () => void;
  readonly message: (text: string) => void;
  readonly closed: () => void;
}

export interface FeedPorts {
  readonly signIn: SignIn;
  readonly openSocket: (token: string, events: SocketEvents) => Socket;
  /** Asks over HTTP whether the server refuses the token: browsers hide the status of a failed upgrade. */
  readonly isRefused: () => Promise<boolean>;
  readonly startTimer: StartTimer;
  readonly now: () => EpochMs;
  /** Calls `seen` whenever the page becomes visible again. */
  readonly onSeen: (seen: () => void) => void;
}

/** The delay doubles: reconnects quickly to a restarted server, and rarely tries a stopped one. */
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;

/** Time for another tab to send the token, before the page reports that it is not signed in. */
const TABS_ANSWER_MS = 250;

/** The WebSocket feed. Reconnects for ever, and subscribes again to the followed recording. */
export function createLiveFeed(ports: FeedPorts) {
  const { signIn } = ports;
  const connection = signal<Connection>({ kind: 'connecting' });
  const listeners = new Set<(event: FeedEvent) => void>();
  let socket: Socket | undefined;
  let following: { readonly recording: string } | undefined;
  let retryMs = FIRST_RETRY_MS;
  let lostAt: EpochMs | undefined;
  let cancelRetry = () => {};

  const emit = (event: FeedEvent) => {
    for (const listener of listeners) listener(event);
  };
  const ask = (request: LiveRequest) => {
    if (connection.peek().kind === 'live') socket?.send(JSON.stringify(request));
  };
  const askToFollow = () => {
    if (following) ask({ kind: 'follow', ...following });
  };

  const connect = () => {
    if (socket) return;
    cancelRetry();
    const token = signIn.token();
    if (token === undefined) {
      signIn.ask();
      cancelRetry = ports.startTimer(TABS_ANSWER_MS, () => void (connection.value = { kind: 'refused' }));
      return;
    }
    if (lostAt === undefined) connection.value = { kind: 'connecting' };
    socket = ports.openSocket(token, {
      opened: () => {
        signIn.setAccepted(true);
        retryMs = FIRST_RETRY_MS;
        lostAt = undefined;
        connection.value = { kind: 'live' };
        emit({ kind: 'connected' });
        askToFollow();
      },
      // Our own server keeps to core/contract; the page can reach no other server.
      message: (text) => emit(JSON.parse(text) as LiveMessage),
      closed: () => void lose(),
    });
  };

  const lose = async () => {
    socket = undefined;
    signIn.setAccepted(false);
    lostAt ??= ports.now();
    const offline: Connection = { kind: 'offline', since: lostAt, retryAt: epochMs(ports.now() + retryMs) };
    if (connection.peek().kind !== 'refused') connection.value = offline;
    cancelRetry = ports.startTimer(retryMs, connect);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    const isRefused = await ports.isRefused();
    // A retry may have succeeded meanwhile.
    if (connection.peek().kind === 'live') return;
    connection.value = isRefused ? { kind: 'refused' } : offline;
    if (isRefused) signIn.ask();
  };
  signIn.onToken(connect);

  // A user who comes back has probably restarted the server or followed its new link: reconnects without delay.
  ports.onSeen(() => {
    if (lostAt === undefined) return;
    retryMs = FIRST_RETRY_MS;
    connect();
  });

  return {
    connection: connection as ReadonlySignal<Connection>,
    connect,
    /** Closes the feed after the server refused a request's token. */
    refuse: () => {
      connection.value = { kind: 'refused' };
      socket?.close();
    },
    listen: (listener: (event: FeedEvent) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: (recording: string) => {
      const mine = { recording };
      following = mine;
      askToFollow();
      return () => {
        if (following !== mine) return;
        following = undefined;
        ask({ kind: 'unfollow' });
      };
    },
  };
}
