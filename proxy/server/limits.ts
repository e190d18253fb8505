import type { Server } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';

/** How long a connection may be slow or silent, in milliseconds, and how many connections are allowed. */
export interface Limits {
  /** From the connection, or the previous request, to the end of a request's headers. */
  readonly headersMs: number;
  /** To the end of a request's body. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction while an answer is made or read. */
  readonly idleMs: number;
  /** How often connections are checked for the first two. */
  readonly checkMs: number;
  /** Time between two pings. A page that has not answered the previous ping is disconnected. */
  readonly pingMs: number;
  /** Concurrent connections. A browser uses six for requests and one for each page. */
  readonly connections: number;
  /** Concurrent pages. */
  readonly pages: number;
}

export const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 5_000,
  idleMs: 120_000, // the report of a very long recording takes seconds, on a slow machine a minute
  checkMs: 2_000,
  pingMs: 30_000,
  connections: 128,
  pages: 32,
};

/** Closes slow and silent connections, and refuses too many. */
export function limitConnections(http: Server, limits: Limits): void {
  http.headersTimeout = limits.headersMs;
  http.requestTimeout = limits.requestMs;
  http.keepAliveTimeout = limits.keepAliveMs;
  http.timeout = limits.idleMs;
  http.maxConnections = limits.connections;
}

/**
 * Ends WebSockets that do not answer pings: a sleeping computer, a program that hangs. Returns a function that stops.
 */
export function endUnanswering(sockets: WebSocketServer, everyMs: number): () => void {
  const awaited = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (awaited.has(socket)) {
        socket.terminate();
        continue;
      }
      awaited.add(socket);
      socket.once('pong', () => awaited.delete(socket));
      socket.ping();
    }
  }, everyMs);
  return () => clearInterval(timer);
}
