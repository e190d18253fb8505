import { expect, test } from 'vitest';
import { header } from '../support/http.ts';
import { attackedInspector, evilHosts, evilOrigins, SECRET, targets, type Attempt } from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

const refused: readonly (readonly [what: string, attempt: Attempt, status: number])[] = [
  ['no cookie', { cookie: false }, 401],
  ['an empty cookie', { cookie: 'acptap-PORT=' }, 401],
  ['a wrong cookie', { cookie: `acptap-PORT=${'A'.repeat(43)}` }, 401],
  ['the token as the cookie', { cookie: 'acptap-PORT=TOKEN' }, 401],
  ['a cookie of another port', { cookie: 'acptap-PORT+1=TOKEN' }, 401],
  ['a wrong bearer token', { cookie: false, headers: ['authorization: Bearer wrong'] }, 401],
  ['the token in another scheme', { cookie: false, headers: ['authorization: Basic TOKEN'] }, 401],
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
    [`${method} from a form`, { method, headers: ['origin: null', 'content-type: text/plain'] }, 403] as const,
  ]),
];

test.each(refused)(
  'a request with %s is refused on every route, and the answer says nothing',
  async (_what, attempt, status) => {
    for (const target of targets) {
      // The sign-in link is looked at by its route, where a token is all that counts.
      if (status === 401 && target.startsWith('/?token=')) continue;
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

test('somebody who is not signed in reads on a page where the link is', async () => {
  for (const target of ['/', '/index.html', '/api/recordings']) {
    const page = await send(target, { cookie: false, headers: [BROWSER] });
    expect([page.status, header(page, 'content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Open the link that <code>acptap inspect</code> printed.');
    expect(page.text).not.toMatch(/<script|<style|<link|style=|src=|https?:/);
    expect(header(page, 'content-security-policy')).toMatch(/^default-src 'none';/);
  }
});

test.each<[string, Attempt, number]>([
  ['asks for data', { cookie: false, headers: ['accept: application/json'] }, 401],
  ['does not say what it reads', { cookie: false }, 401],
  ['is another site', { headers: [BROWSER, 'origin: http://evil.com'] }, 403],
  ['comes by another name', { hosts: ['evil.com'], headers: [BROWSER] }, 403],
  ['does more than read', { cookie: false, method: 'POST', headers: [BROWSER, 'origin: http://127.0.0.1:PORT'] }, 401],
])('whoever %s gets no page', async (_what, attempt, status) => {
  const answer = await send('/', attempt);
  expect([answer.status, header(answer, 'content-type')]).toEqual([status, 'application/json; charset=utf-8']);
  expect(answer.text).toMatch(/\{"error":"[^"<]/);
});
