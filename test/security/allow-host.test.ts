import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { parseHostName } from '../../proxy/server/host-names.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { rawRequest } from '../support/http.ts';
import { acptap, CLI, start } from '../support/processes.ts';
import { temporaryFolder } from '../support/folders.ts';
import { waitFor } from '../support/wait-for.ts';

describe('a name for --allow-host', () => {
  test.each([
    ['box.example.org', 'box.example.org'],
    ['Box.Example.ORG', 'box.example.org'],
    ['my-space-4747.app.github.dev', 'my-space-4747.app.github.dev'],
    ['localhost:8080', 'localhost:8080'],
    ['10.0.0.7:4747', '10.0.0.7:4747'],
    ['[fd00::7]:4747', '[fd00::7]:4747'],
    ['devbox', 'devbox'],
  ])('%s is read', (text, name) => {
    expect(parseHostName(text)).toBe(name);
  });

  test.each([
    '',
    '*',
    '*.example.org',
    '.example.org',
    'example.*',
    'http://box.example.org',
    'box.example.org/',
    'box.example.org/path',
    'user@box.example.org',
    'box.example.org:',
    'box.example.org:80',
    'box.example.org:99999',
    'box.example.org.',
    'box example',
    'a,b',
    'böx.example.org',
    '127.1',
    '2130706433',
    'box.example.org#x',
    'box.example.org?x',
  ])('%j is refused', (text) => {
    expect(() => parseHostName(text)).toThrow(/--allow-host takes one exact name.*not "/);
  });
});

describe('a server with allowed names', () => {
  const store = openStore(MEMORY);
  let server: InspectorServer;
  beforeAll(async () => {
    server = await startServer({
      library: wholeDatabase(() => store),
      page: resolve('dist/inspector'),
      port: 0,
      allowedHosts: ['box.example.org', 'localhost:8080'],
      onWatched: () => {},
      onTrouble: () => {},
    });
  });
  afterAll(async () => {
    await server.close();
    store.close();
  });

  async function statusOf(host: string, origin: string | undefined, hasToken = true): Promise<number> {
    const given = (text: string) => text.replace('PORT', String(server.port));
    const head = [
      'GET /api/recordings HTTP/1.1',
      `host: ${given(host)}`,
      ...(origin === undefined ? [] : [`origin: ${given(origin)}`]),
      ...(hasToken ? [`authorization: Bearer ${server.guard.token}`] : []),
      'connection: close',
    ];
    return (await rawRequest(server.port, head)).status;
  }

  test.each([
    ['127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
    ['box.example.org', undefined],
    ['box.example.org', 'http://box.example.org'],
    ['box.example.org', 'https://box.example.org'],
    ['box.example.org:PORT', 'http://box.example.org:PORT'],
    ['localhost:8080', 'http://localhost:8080'],
    ['BOX.Example.ORG', undefined],
    ['BOX.EXAMPLE.ORG:PORT', 'http://box.example.org:PORT'],
    ['LocalHost:PORT', 'http://localhost:PORT'],
    ['127.0.0.1:PORT', 'https://box.example.org'], // a forwarder may rewrite the Host
  ])('answers to %s from %s, with the token only', async (host, origin) => {
    expect(await statusOf(host, origin)).toBe(200);
    expect(await statusOf(host, origin, false)).toBe(401);
  });

  test.each([
    ['evil.org', undefined],
    ['x.box.example.org', undefined],
    ['example.org', undefined],
    ['box.example.org.evil.org', undefined],
    ['box.example.org:8080', undefined],
    ['box.example.org.', undefined],
    ['localhost', undefined],
    ['localhost:8081', undefined],
    ['box.example.org', 'http://evil.org'],
    ['box.example.org', 'https://box.example.org:8080'],
    ['box.example.org', 'http://x.box.example.org'],
    ['box.example.org', 'null'],
    ['BOX.EXAMPLE.ORG', 'HTTP://BOX.EXAMPLE.ORG'], // browsers write origins in lower case
    ['X.BOX.EXAMPLE.ORG', undefined],
    ['localhost:8080', 'http://localhost:8081'],
  ])('refuses %s from %s, with the token too', async (host, origin) => {
    expect(await statusOf(host, origin)).toBe(403);
  });
});

describe('acptap inspect', () => {
  test('lists the allowed names, if there are any', async () => {
    const home = temporaryFolder();
    const words = [process.execPath, CLI, 'inspect', '--no-open', '--port', '0'] as const;
    const plain = start([...words], { home });
    const open = start([...words, '--allow-host', 'Box.example.org', '--allow-host', 'localhost:8080'], { home });
    await waitFor('both links', () => [plain, open].every((each) => each.stdout().includes('Ctrl-C')));
    await waitFor('the names', () => open.stderr().includes('box.example.org, localhost:8080 (--allow-host)'));
    expect(plain.stderr()).toBe('');
  });

  test('refuses a pattern, naming the value and a valid form', async () => {
    const { code, stderr } = await acptap(temporaryFolder(), 'inspect', '--no-open', '--allow-host', '*.example.org');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/exact name.*box\.example\.org.*not "\*\.example\.org"/)]);
  });
});
