import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { rounds } from '../support/effort.ts';
import type { CleanUp } from '../support/folders.ts';

/** How often `spy` gives messages the time to arrive. */
export const TURNS = rounds(5, 20);

/** Another local server, which keeps everything that is sent to it. */
export interface ForeignServer {
  readonly port: number;
  /** Request lines, headers and bodies, upgrades included. */
  received(): string;
}

export async function startForeignServer(lastly: CleanUp): Promise<ForeignServer> {
  const parts: string[] = [];
  const server = createServer((request, response) => {
    parts.push(`${request.method} ${request.url}`, ...request.rawHeaders);
    request.on('data', (chunk: Buffer) => parts.push(chunk.toString()));
    request.on('end', () => response.setHeader('content-type', 'text/html').end('<!doctype html><p>foreign</p>'));
  });
  server.on('upgrade', (request, socket) => {
    parts.push(`UPGRADE ${request.url}`, ...request.rawHeaders);
    socket.destroy();
  });
  lastly(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0), 'listening'); // all loopback addresses, because `localhost` resolves to either
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, received: () => parts.join('\n') };
}

/**
 * Tries all ways of a foreign page to learn the token of the inspector at `target`. Returns what it
 * learned.
 */
export function spy(page: Page, target: string): Promise<string> {
  return page.evaluate(
    async ({ origin, turns }) => {
      const learned: unknown[] = [
        document.cookie,
        document.referrer,
        window.name,
        JSON.stringify(localStorage),
        JSON.stringify(sessionStorage),
        location.href,
      ];
      const channel = new BroadcastChannel('acptap');
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => learned.push(JSON.stringify(data)));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
      channel.postMessage({ ask: true });
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => learned.push(JSON.stringify(data)));

      const attempt = async (read: () => Promise<unknown>) => learned.push(await read().catch(() => 'refused'));
      await attempt(async () => (await fetch('/own', { method: 'POST', credentials: 'include', body: 'own' })).text());
      for (const path of ['/', '/api/recordings', '/api/sign-in'])
        for (const method of ['GET', 'POST'])
          for (const mode of ['cors', 'no-cors'] as const)
            await attempt(async () =>
              (await fetch(`${origin}${path}`, { method, mode, credentials: 'include' })).text(),
            );
      for (const address of [origin, location.origin])
        await attempt(
          () =>
            new Promise((resolve) => {
              const socket = new WebSocket(`${address.replace('http', 'ws')}/api/live`, ['acptap.v1', 'guess']);
              for (const event of ['open', 'message', 'close'])
                socket.addEventListener(event, () => resolve(`${event} ${socket.protocol}`));
            }),
        );
      const frame = document.createElement('iframe');
      frame.src = `${origin}/`;
      await attempt(() => {
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        return loaded.then(() => frame.contentWindow?.location.href);
      });
      // A window opened by the page: tries to read it and to receive its messages.
      const opened = window.open(`${origin}/`, 'spied');
      opened?.postMessage({ ask: true }, '*');
      for (let turn = 0; turn < turns; turn += 1) {
        await fetch(`/turn-${turn}`, { credentials: 'include' });
        await attempt(async () => opened?.location.href);
      }
      opened?.close();
      return learned.map(String).join('\n');
    },
    { origin: target, turns: TURNS },
  );
}
