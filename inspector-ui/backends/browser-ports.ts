import { epochMs } from '#core/units.ts';
import type { StartTimer } from './backend.ts';
import type { FilePorts } from './file.ts';
import type { Socket, SocketEvents } from './live-feed.ts';
import { tokenPort } from './page-ports.ts';
import type { ServerPorts } from './server.ts';
import type { SignInPorts } from './sign-in.ts';

/** The timer of the backends and of the state. */
export const startTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Browser functions for the server backend, without the sign-in. */
export const browserPorts: Omit<ServerPorts, 'signIn'> = {
  fetch: (path, init) => fetch(path, { ...init, credentials: 'omit' }),
  openSocket,
  startTimer,
  now: () => epochMs(Date.now()),
  onSeen: (seen) =>
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') seen();
    }),
};

/** Offers the token as a second subprotocol, because WebSockets cannot set headers. The server selects the first. */
function openSocket(token: string, events: SocketEvents): Socket {
  const address = new URL('/api/live', location.href.replace(/^http/, 'ws'));
  const socket = new WebSocket(address, ['acptap.v1', token]);
  socket.addEventListener('open', events.opened);
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => events.message(data));
  // A failed connection fires `error` and then `close`: one of them is enough.
  socket.addEventListener('close', events.closed);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

/** Browser functions for signing in. */
export const signInPorts = (): SignInPorts => {
  const channel = new BroadcastChannel('acptap'); // reaches pages of the same origin, port included
  return {
    kept: tokenPort,
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
      post: (message) => channel.postMessage(message),
      listen: (onMessage) => channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data)),
    },
    exchange,
  };
};

async function exchange(ticket: string): Promise<string | undefined> {
  try {
    const body = JSON.stringify({ ticket });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/sign-in', { method: 'POST', headers, body, credentials: 'omit' });
    return response.ok ? ((await response.json()) as { readonly token: string }).token : undefined; // core/contract
  } catch {
    return undefined; // the server is gone: the feed reports that
  }
}

/** Downloads a URL. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name; // ignored if the server's response names the file
  link.click();
}

/** Browser functions for reading files in the page. */
export const filePorts: FilePorts = { rest, now: () => performance.now(), loadRegexes, urlOf: createUrls() };

/** Waits for the next task, without the minimum delay of browser timers. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

async function loadRegexes() {
  return (await import('../../proxy/regex/linear-regex.ts')).compileRegex;
}

/** Makes URLs for downloads of bytes. Revokes the previous URL, because each keeps its bytes in memory. */
function createUrls() {
  let last: string | undefined;
  return (bytes: Uint8Array): string => {
    if (last !== undefined) URL.revokeObjectURL(last);
    // No browser displays this type: recorded content must never open as a page.
    last = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: 'application/octet-stream' }));
    return last;
  };
}
