import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { LIMITS, type Limits } from '../../proxy/server/limits.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { rawRequest } from '../support/http.ts';
import { waitFor, within } from '../support/wait-for.ts';

/** Limits of parts of a second, for clients that must meet them. A client that must not would need a quick machine. */
const SHORT: Partial<Limits> = {
  headersMs: 300,
  requestMs: 600,
  keepAliveMs: 200,
  idleMs: 60_000, // longer than the other limits: a shorter one would hide that another is missing
  checkMs: 50,
};

async function started(limits: Partial<Limits> = {}): Promise<InspectorServer> {
  const store = openStore(MEMORY);
  const server = await startServer({
    library: wholeDatabase(() => store),
    page: resolve('dist/inspector'),
    port: 0,
    limits: { ...LIMITS, ...limits },
    onWatched: () => {},
    onTrouble: () => {},
  });
  onTestFinished(async () => {
    await server.close();
    store.close();
  });
  return server;
}

/** A client that never closes its side by itself. */
function connected(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {}); // the tests are about its end
  socket.once('end', () => drip(socket, 'x')); // the server has closed its side: does it still read ours?
  onTestFinished(() => void socket.destroy());
  return socket;
}

const isClosed = (socket: Socket) =>
  within('the end of the connection', new Promise((end) => socket.once('close', end)));

/** Writes a byte every few milliseconds, which is also how a client learns that the other side is gone. */
function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.once('close', () => clearInterval(timer));
}

const POST = (port: number) =>
  `POST /api/sign-in HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\ncontent-type: application/json\r\n`;
const GET = (port: number) => `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
const UPGRADE =
  'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

describe('a connection is closed', () => {
  test.each<[string, (port: number) => string, drip: string]>([
    ['sends half a request line', () => 'GET / HT', ''],
    ['sends half of the headers', GET, ''],
    ['sends its headers byte by byte', (port) => `${GET(port)}x-slow: `, 'x'],
    ['sends no body', (port) => `${POST(port)}content-length: 1000\r\n\r\n`, ''],
    ['sends its body byte by byte', (port) => `${POST(port)}content-length: 1000\r\n\r\n`, ' '],
    ['sends a chunked body without an end', (port) => `${POST(port)}transfer-encoding: chunked\r\n\r\n`, ''],
    ['is silent after an answer', (port) => `${GET(port)}\r\n`, ''],
    ['was refused a WebSocket', (port) => `${GET(port)}${UPGRADE}\r\n`, 'x'],
  ])('when the client %s', async (_what, head, byte) => {
    const { port } = await started(SHORT);
    const socket = connected(port);
    socket.resume();
    socket.write(head(port));
    if (byte) drip(socket, byte);
    expect(await isClosed(socket)).toBeOneOf([true, false]);
  });

  test('when the client sends nothing', async () => {
    const { port } = await started(SHORT);
    const socket = connected(port);
    socket.resume();
    expect(await isClosed(socket)).toBeOneOf([true, false]);
  });

  test('when the client does not read its response', async () => {
    const { port } = await started({ idleMs: 1000, checkMs: 50 });
    const script = /src="([^"]+\.js)"/.exec(readFileSync('dist/inspector/index.html', 'utf8'))?.[1] ?? '';
    const socket = connected(port);
    socket.pause();
    socket.write(`GET ${script} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`.repeat(500));
    await once(socket, 'connect');
    await expect.poll(() => establishedAt(port)).toBe(0);
  });

  test('when a page does not answer a ping, and only then', async () => {
    const { port, guard } = await started({ pingMs: 2000 });
    const origin = `http://127.0.0.1:${port}`;
    const answering = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, ['acptap.v1', guard.token], { origin });
    onTestFinished(() => answering.terminate());
    let pings = 0;
    answering.on('ping', () => (pings += 1));

    const silent = connected(port);
    silent.resume();
    silent.write(
      `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${guard.token}\r\n${UPGRADE}\r\n`,
    );
    await isClosed(silent);
    await waitFor('another ping', () => pings > 2);
    expect(answering.readyState).toBe(WebSocket.OPEN);
  });
});

describe('a limit holds for', () => {
  test('connections at once, and one that ends makes room', async () => {
    const { port } = await started({ connections: 3 });
    const kept = [connected(port), connected(port), connected(port)];
    await waitFor('the connections', () => establishedAt(port) === 3);
    const surplus = connected(port);
    surplus.resume();
    await isClosed(surplus);
    kept[0]?.destroy();
    const head = ['GET / HTTP/1.1', `host: 127.0.0.1:${port}`, 'connection: close'];
    const status = await waitFor(
      'an answer',
      async () => (await rawRequest(port, head).catch(() => undefined))?.status || undefined,
    );
    expect(status).toBe(200);
    expect(kept.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });

  test('pages at once', async () => {
    const { port, guard } = await started({ pages: 2 });
    const page = () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
        headers: { authorization: `Bearer ${guard.token}` },
      });
      onTestFinished(() => socket.terminate());
      return within(
        'an answer to the upgrade',
        new Promise((found) => {
          socket.once('open', () => found(101)).on('error', () => {});
          socket.once('unexpected-response', (_request, { statusCode }) => found(statusCode));
        }),
      );
    };
    expect([await page(), await page(), await page()]).toEqual([101, 101, 503]);
  });
});

test('the inspector’s own limits are bounded', () => {
  const { headersMs, requestMs, keepAliveMs, idleMs, pingMs, connections, pages } = LIMITS;
  for (const limit of [headersMs, requestMs, keepAliveMs, idleMs, pingMs]) expect(limit).toBeGreaterThan(0);
  expect(Math.max(headersMs, requestMs, keepAliveMs, idleMs, pingMs)).toBeLessThanOrEqual(120_000);
  expect(pages).toBeLessThan(connections);
});

/** Connections that the server still has, from the kernel's table (Linux). */
function establishedAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return lines.filter(([, address, , state]) => state === '01' && address?.endsWith(local)).length;
}
