import { expect, test } from 'vitest';
import { someOf } from '../support/effort.ts';
import { header } from '../support/http.ts';
import {
  attackedInspector,
  closedTargets,
  evilHosts,
  evilOrigins,
  openTargets,
  SECRET,
  targets,
  type Attempt,
} from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

const refused: readonly (readonly [what: string, attempt: Attempt, status: number])[] = [
  ['no token', { bearer: false }, 401],
  ['an empty bearer', { bearer: '' }, 401],
  ['a wrong bearer', { bearer: 'wrong' }, 401],
  ['a bearer as long as the token', { bearer: 'A'.repeat(43) }, 401],
  ['a longer bearer', { bearer: 'TOKENx' }, 401],
  ['two tokens in the bearer', { bearer: 'TOKEN TOKEN' }, 401],
  ['the token in another scheme', { bearer: false, headers: ['authorization: Basic TOKEN'] }, 401],
  ['the token without a scheme', { bearer: false, headers: ['authorization: TOKEN'] }, 401],
  ['the token in a cookie', { bearer: false, headers: ['cookie: acptap-PORT=TOKEN; token=TOKEN'] }, 401],
  ['the token as a subprotocol', { bearer: false, headers: ['sec-websocket-protocol: acptap.v1, TOKEN'] }, 401],
  ['the token in its address', { bearer: false, form: (path) => `${path}?token=TOKEN` }, 401],
  ['the token as a ticket', { bearer: false, form: (path) => `${path}?ticket=TOKEN` }, 401],
  ...evilHosts.map((host) => [`the Host "${host}"`, { hosts: [host] }, 403] as const),
  ['two Hosts, ours first', { hosts: ['127.0.0.1:PORT', 'evil.com'] }, 403],
  ['two Hosts, ours last', { hosts: ['evil.com', '127.0.0.1:PORT'] }, 403],
  ['our Host twice', { hosts: ['127.0.0.1:PORT', '127.0.0.1:PORT'] }, 403],
  ['a forwarded Host', { hosts: ['evil.com:PORT'], headers: ['x-forwarded-host: 127.0.0.1:PORT'] }, 403],
  ['an absolute target', { form: (path) => `http://evil.com${path}` }, 403],
  ['an absolute target that is ours', { form: (path, port) => `http://127.0.0.1:${port}${path}` }, 403],
  ...evilOrigins.map((origin) => [`the Origin "${origin}"`, { headers: [`origin: ${origin}`] }, 403] as const),
  ['two Origins', { headers: ['origin: http://127.0.0.1:PORT', 'origin: http://evil.com'] }, 403],
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method) => [
    [`${method} without an Origin`, { method }, 403] as const,
    [`${method} from another Origin`, { method, headers: ['origin: http://evil.com'] }, 403] as const,
    [`${method} without an Origin and without the token`, { method, bearer: false }, 403] as const,
    [`${method} from a form`, { method, headers: ['origin: null', 'content-type: text/plain'] }, 403] as const,
  ]),
];

/** These are tried on every route in the gate, too; the others on every tenth one, by turns. */
const EVERYWHERE = new Set([
  'no token',
  'the Host "evil.com"',
  'the Origin "http://evil.com"',
  'POST without an Origin',
]);

test.each(refused.map((each, no) => [...each, no] as const))(
  'a request with %s is refused on every route, and the answer says nothing',
  async (what, attempt, status, no) => {
    const routes = status === 401 ? closedTargets : targets;
    for (const target of EVERYWHERE.has(what) ? routes : someOf(routes, 10, no % 10)) {
      const answer = await send(target, attempt);
      expect([target, answer.status]).toEqual([target, status]);
      expect(answer.text).not.toContain(SECRET);
      expect(answer.text).not.toContain(inspector().token);
      expect(header(answer, 'set-cookie')).toBe(undefined);
    }
  },
);

test('a request without a Host is refused', async () => {
  for (const target of targets) {
    expect((await send(target, { hosts: [] })).status).toBeOneOf([400, 403]);
    const old = await send(target, { hosts: [], form: (path) => `${path} HTTP/1.0\r\nx-rest:` });
    expect(old.status).toBe(403);
  }
});

const BROWSER = 'accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('everybody gets the files of the page, which hold no secret', async () => {
  for (const target of openTargets) {
    const answer = await send(target, { bearer: false });
    expect([target, answer.status]).toEqual([target, 200]);
    expect(answer.text).not.toContain(SECRET);
    expect(answer.text).not.toContain(inspector().token);
  }
});

test('a browser that opens any other address shows where to find the link', async () => {
  for (const target of ['/index.html?x=1', '/api/recordings']) {
    const page = await send(target, { bearer: false, headers: [BROWSER] });
    expect([page.status, header(page, 'content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Open the link that <code>acptap inspect</code> printed.');
    expect(page.text).not.toMatch(/<script|<style|<link|style=|src=|https?:/);
    expect(header(page, 'content-security-policy')).toMatch(/^default-src 'none';/);
  }
});

test.each<[string, Attempt, number]>([
  ['asks for data', { bearer: false, headers: ['accept: application/json'] }, 401],
  ['does not say what it reads', { bearer: false }, 401],
  ['is another site', { headers: [BROWSER, 'origin: http://evil.com'] }, 403],
  ['comes by another name', { hosts: ['evil.com'], headers: [BROWSER] }, 403],
  ['does more than read', { bearer: false, method: 'POST', headers: [BROWSER, 'origin: http://127.0.0.1:PORT'] }, 401],
])('a client that %s gets no page', async (_what, attempt, status) => {
  const answer = await send('/api/recordings', attempt);
  expect([answer.status, header(answer, 'content-type')]).toEqual([status, 'application/json; charset=utf-8']);
  expect(answer.text).toMatch(/\{"error":"[^"<]/);
});
