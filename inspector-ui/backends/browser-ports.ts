import { epochMs } from '#core/wire/units.ts';
import type { Later } from './backend.ts';
import type { FilePorts } from './file.ts';
import type { Socket, SocketEvents } from './live-feed.ts';
import type { ServerPorts } from './server.ts';

/** The only place that waits. */
export const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** What the server backend needs of a browser. */
export const browserPorts: ServerPorts = {
  fetch: (path, init) => fetch(path, init),
  openSocket,
  later,
  now: () => epochMs(Date.now()),
  onSeen: (seen) =>
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') seen();
    }),
};

function openSocket(events: SocketEvents): Socket {
  const socket = new WebSocket(new URL('/api/live', location.href.replace(/^http/, 'ws')));
  socket.addEventListener('open', events.opened);
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => events.message(data));
  // A failed opening is told as `error` and then `close`: one of them is enough.
  socket.addEventListener('close', events.closed);
  return { send: (text) => socket.send(text), close: () => socket.close() };
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
