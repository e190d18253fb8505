import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { createTickets } from '../../proxy/server/tickets.ts';
import { header } from '../support/http.ts';
import { attackedInspector, closedTargets, SECRET, targets, type Attempt } from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

const GIVE_TICKETS = new Set(['/api/sign-in', '/api/recordings/:id/entries/1/bytes', '/api/recordings/:id/saved']);
const WRITES = new Set(['control', 'judge', 'marks'].map((verb) => `/api/recordings/:id/${verb}`));
const OWN = 'origin: http://127.0.0.1:PORT';

describe('a page that is signed in', () => {
  test.each(['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT'])('reads recordings from %s', async (host) => {
    const answer = await send('/api/recordings/:id/entries/1/bytes', {
      hosts: [host],
      headers: [`origin: http://${host}`],
    });
    expect([answer.status, answer.body.includes(SECRET)]).toEqual([200, true]);
  });

  test('cannot change what is recorded: few routes take another method, to give tickets away, to take part and to mark recordings', async () => {
    for (const target of targets)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (method === 'POST' && (GIVE_TICKETS.has(target) || WRITES.has(target))) continue;
        const { status } = await send(target, { method, headers: ['origin: http://127.0.0.1:PORT'] });
        expect([target, method, status]).toEqual([target, method, 404]);
      }
  });

  test('finds no file outside the page’s folder', async () => {
    for (const target of targets.filter((path) => /etc|\.\.|%2e/.test(path))) {
      const { status, body } = await send(target, {});
      expect([target, status]).toEqual([target, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
      expect(body).not.toMatch(/root:|"dependencies"|acptapRequire/);
    }
  });

  test('gets recorded bytes as a download of no type, never as a page', async () => {
    const answer = await send('/api/recordings/:id/entries/1/bytes', {});
    expect(header(answer, 'content-type')).toBe('application/octet-stream');
    expect(header(answer, 'content-disposition')).toMatch(/^attachment;/);
  });
});

describe('the one-use address of a download', () => {
  const BYTES = '/api/recordings/:id/entries/1/bytes';
  const addressOf = async (target: string) => {
    const answer = await send(target, { method: 'POST', headers: [OWN] });
    return (JSON.parse(answer.body) as { url: string }).url;
  };
  const fetched = async (target: string, attempt: Attempt = {}) =>
    (await send(target, { bearer: false, ...attempt })).status;

  test('gives the bytes without the token, once', async () => {
    const address = await addressOf(BYTES);
    expect(address).not.toContain(inspector().token);
    const answer = await send(address, { bearer: false });
    expect([answer.status, answer.body.includes(SECRET)]).toEqual([200, true]);
    expect(await fetched(address)).toBe(401);
  });

  test('works for no other path, and is lost when it is tried there', async () => {
    for (const target of closedTargets.filter((each) => !each.includes('?'))) {
      const [path, ticket] = (await addressOf(BYTES)).split('?');
      if (path === undefined || target.replace(':id', path.split('/')[3] ?? '') === path) continue;
      expect([target, await fetched(`${target}?${ticket}`)]).toEqual([target, 401]);
      expect(await fetched(`${path}?${ticket}`)).toBe(401);
    }
  });

  test.each<[string, Attempt, number]>([
    ['another Host', { hosts: ['evil.com:PORT'] }, 403],
    ['another Origin', { headers: ['origin: http://evil.com'] }, 403],
    ['HEAD', { method: 'HEAD' }, 401],
    ['POST', { method: 'POST', headers: [OWN] }, 401],
    ['a WebSocket', { headers: [OWN, 'connection: Upgrade', 'upgrade: websocket'] }, 401],
    ['one more parameter', { form: (path) => `${path}&x=1` }, 401],
  ])('does not work with %s', async (_what, attempt, status) => {
    expect(await fetched(await addressOf(BYTES), attempt)).toBe(status);
  });

  test('is given to the page only', async () => {
    for (const [attempt, status] of [
      [{ bearer: false, headers: [OWN] }, 401],
      [{ headers: [] }, 403],
      [{ headers: ['origin: http://evil.com'] }, 403],
    ] as const)
      expect((await send(BYTES, { method: 'POST', ...attempt })).status).toBe(status);
    expect((await send(BYTES.replace(':id', 'none'), { method: 'POST', headers: [OWN] })).status).toBe(404);
  });
});

describe('a sign-in ticket', () => {
  let server: InspectorServer;
  const store = openStore(MEMORY);
  beforeAll(async () => {
    const library = wholeDatabase(() => store);
    const ports = { onWatched: () => {}, onTrouble: () => {} };
    server = await startServer({ library, page: resolve('dist/inspector'), port: 0, ...ports });
  });
  afterAll(async () => {
    await server.close();
    store.close();
  });

  const ticketOf = (link: string) => new URL(link).hash.replace('#ticket=', '');
  async function exchange(body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const origin = `http://127.0.0.1:${server.port}`;
    const response = await fetch(`${origin}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { token?: string }) };
  }

  test('gives the token once', async () => {
    const ticket = ticketOf(server.onceUrl());
    expect(await exchange({ ticket })).toEqual({ status: 200, token: server.guard.token });
    const again = await exchange({ ticket });
    expect([again.status, again.token]).toEqual([401, undefined]);
  });

  test('differs from the token and from every other ticket', () => {
    const links = [server.url, server.onceUrl(), server.onceUrl()].map((link) => new URL(link).hash.split('=')[1]);
    expect(new Set(links).size).toBe(3);
    for (const secret of links) expect(secret).toMatch(/^[\w-]{43}$/);
  });

  test.each([[{}], [{ ticket: 1 }], [['ticket']], ['ticket'], [null]])('refuses the ticket %j', async (body) => {
    expect((await exchange(body)).status).toBe(400);
  });

  test.each(['', 'wrong', 'TOKEN'])('%j gives nothing', async (text) => {
    const given = await exchange({ ticket: text.replace('TOKEN', server.guard.token) });
    expect([given.status, given.token]).toEqual([401, undefined]);
  });

  test('gives nothing to another origin, and is not lost by that', async () => {
    const ticket = ticketOf(server.onceUrl());
    expect((await exchange({ ticket }, { origin: 'http://evil.com' })).status).toBe(403);
    expect((await exchange({ ticket }, { origin: 'null' })).status).toBe(403);
    expect((await exchange({ ticket })).status).toBe(200);
  });

  test('is worth nothing after two minutes', () => {
    let now = 0;
    const tickets = createTickets(() => now);
    const [early, late] = [tickets.issue('/x'), tickets.issue('/x')];
    now = 119_999;
    expect(tickets.spend(early, '/x')).toBe(true);
    now = 120_000;
    expect(tickets.spend(late, '/x')).toBe(false);
  });
});
