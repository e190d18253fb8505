import { epochMs } from '#core/wire/units.ts';
import type { Later } from './backend.ts';
import type { FilePorts } from './file.ts';
import type { Socket, SocketEvents } from './live-feed.ts';
import { tokenPort } from './page-ports.ts';
import type { ServerPorts } from './server.ts';
import type { SignInPorts } from './sign-in.ts';

/** The only place that waits. */
export const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** What the server backend needs of a browser, beside the sign-in. */
export const browserPorts: Omit<ServerPorts, 'signIn'> = {
  fetch: (path, init) => fetch(path, { ...init, credentials: 'omit' }),
  openSocket,
  later,
  now: () => epochMs(Date.now()),
  onSeen: (seen) =>
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') seen();
    }),
};

/** A WebSocket has no headers to set: the token is offered as a second subprotocol. The server selects the first. */
function openSocket(token: string, events: SocketEvents): Socket {
  const address = new URL('/api/live', location.href.replace(/^http/, 'ws'));
  const socket = new WebSocket(address, ['acptap.v1', token]);
  socket.addEventListener('open', events.opened);
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => events.message(data));
  // A failed opening is told as `error` and then `close`: one of them is enough.
  socket.addEventListener('close', events.closed);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

/** What signing in needs of a browser. */
export const signInPorts = (): SignInPorts => {
  const channel = new BroadcastChannel('acptap'); // reaches pages of the same origin, port included
  return {
    kept: tokenPort,
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
      tell: (message) => channel.postMessage(message),
      listen: (hear) => channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data)),
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
    return undefined; // the server is gone: the page says so by itself
  }
}

/** Starts a download of what the address gives. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = ''; // the name is the server's
  link.click();
}

/** What reading files in the page needs of a browser. */
export const filePorts: FilePorts = { rest, now: () => performance.now(), loadRegexes, urlOf: createUrls() };

/** A task of its own, without the delay that browsers put between timers. */
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

/** Addresses of bytes, for downloads. Only the last one is kept: each holds its bytes in memory. */
function createUrls() {
  let last: string | undefined;
  return (bytes: Uint8Array): string => {
    if (last !== undefined) URL.revokeObjectURL(last);
    // A type that no browser shows: recorded content must never be a page.
    last = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: 'application/octet-stream' }));
    return last;
  };
}
