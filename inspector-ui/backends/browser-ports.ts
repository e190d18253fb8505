import { epochMs } from '#core/wire/units.ts';
import type { Later } from './backend.ts';
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
};

function openSocket(events: SocketEvents): Socket {
  const socket = new WebSocket(new URL('/api/live', location.href.replace(/^http/, 'ws')));
  socket.addEventListener('open', events.opened);
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => events.message(data));
  // A failed opening is told as `error` and then `close`: one of them is enough.
  socket.addEventListener('close', events.closed);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}
