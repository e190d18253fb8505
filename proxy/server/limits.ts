import type { Server } from 'node:http';
import type { WebSocket, WebSocketServer } from 'ws';

/** How long a connection may be slow or silent, in milliseconds, and how many there may be. */
export interface Limits {
  /** From the connection, or the request before it, to the end of a request's headers. */
  readonly headersMs: number;
  /** To the end of a request's body. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction while an answer is made or read. */
  readonly idleMs: number;
  /** How often connections are checked for the first two. */
  readonly checkMs: number;
  /** A page that has not answered a ping when the next one is due is cut off. */
  readonly pingMs: number;
  /** Connections at once. A browser uses six for requests and one for each page. */
  readonly connections: number;
  /** Pages at once. */
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

/** Closes connections that are slow or silent, and refuses those that are too many. */
export function limitConnections(http: Server, limits: Limits): void {
  http.headersTimeout = limits.headersMs;
  http.requestTimeout = limits.requestMs;
  http.keepAliveTimeout = limits.keepAliveMs;
  http.timeout = limits.idleMs;
  http.maxConnections = limits.connections;
}

/** Ends WebSockets that no longer answer pings: of a computer that sleeps, or a program that does not read. Returns how to stop. */
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
