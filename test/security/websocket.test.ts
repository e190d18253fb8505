import { describe, expect, test } from 'vitest';
import { header } from '../support/http.ts';
import { attackedInspector, evilHosts, evilOrigins, type Attempt } from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

const OFFER = 'sec-websocket-protocol:';

describe('a WebSocket upgrade', () => {
  const upgrade = (attempt: Attempt, target = '/api/live') =>
    send(target, {
      ...attempt,
      headers: [
        'connection: Upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        ...(attempt.headers ?? []),
      ],
    });
  const own = 'origin: http://127.0.0.1:PORT';
  const page = `${OFFER} acptap.v1, TOKEN`;

  test.each<[string, Attempt]>([
    ['from the page', { bearer: false, headers: [own, page] }],
    ['from a program with the token as bearer', {}],
  ])('is taken %s', async (_what, attempt) => {
    expect((await upgrade(attempt)).status).toBe(101);
  });

  test('is answered with the first subprotocol only, never with the token', async () => {
    const answer = await upgrade({ bearer: false, headers: [own, page] });
    expect(header(answer, 'sec-websocket-protocol')).toBe('acptap.v1');
    expect(answer.text).not.toContain(inspector().token);
  });

  test.each<[string, Attempt, number]>([
    ['without the token', { bearer: false, headers: [own] }, 401],
    ['with the first subprotocol only', { bearer: false, headers: [own, `${OFFER} acptap.v1`] }, 401],
    ['with the token only', { bearer: false, headers: [own, `${OFFER} TOKEN`] }, 401],
    ['with the token first', { bearer: false, headers: [own, `${OFFER} TOKEN, acptap.v1`] }, 401],
    ['with a wrong token', { bearer: false, headers: [own, `${OFFER} acptap.v1, wrong`] }, 401],
    ['with one more subprotocol', { bearer: false, headers: [own, `${OFFER} acptap.v1, TOKEN, x`] }, 401],
    ['with another version', { bearer: false, headers: [own, `${OFFER} acptap.v2, TOKEN`] }, 401],
    ['with the token in a cookie', { bearer: false, headers: [own, 'cookie: acptap-PORT=TOKEN'] }, 401],
    ['with a wrong bearer', { bearer: 'wrong', headers: [own] }, 401],
    ['without an Origin', { bearer: false, headers: [page] }, 403],
    ['with two Hosts', { hosts: ['127.0.0.1:PORT', 'evil.com'], headers: [own, page] }, 403],
    ['with an absolute target', { form: (path) => `http://evil.com${path}`, headers: [own] }, 403],
    ...evilHosts.map((host): [string, Attempt, number] => [
      `with the Host "${host}"`,
      { hosts: [host], headers: [own] },
      403,
    ]),
    ...evilOrigins.map((origin): [string, Attempt, number] => [
      `with the Origin "${origin}"`,
      { headers: [`origin: ${origin}`] },
      403,
    ]),
  ])('is refused %s, whatever its path', async (_what, attempt, status) => {
    for (const target of ['/api/live', '/', '/api/recordings', '/nothing'])
      expect([target, (await upgrade(attempt, target)).status]).toEqual([target, status]);
  });

  test('is refused with the token in its address', async () => {
    for (const target of ['/api/live?token=TOKEN', '/api/live?ticket=TOKEN', '/?token=TOKEN'])
      expect([target, (await upgrade({ bearer: false, headers: [own] }, target)).status]).toEqual([target, 401]);
  });

  test('is refused at every other path', async () => {
    for (const target of ['/', '/api/recordings', '/api/live/', '/api/live?x=1'])
      expect([target, (await upgrade({ headers: [own] }, target)).status]).toEqual([target, 404]);
  });
});
