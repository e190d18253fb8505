import { describe, expect, test } from 'vitest';
import { attackedInspector, evilHosts, evilOrigins, type Attempt } from './attacked-inspector.ts';

const { send } = attackedInspector();

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

  test.each<[string, Attempt]>([
    ['from the page', { headers: [own] }],
    ['with the token in a header', { cookie: false, headers: ['authorization: Bearer TOKEN'] }],
  ])('is taken %s', async (_what, attempt) => {
    expect((await upgrade(attempt)).status).toBe(101);
  });

  test.each<[string, Attempt, number]>([
    ['without a cookie', { cookie: false, headers: [own] }, 401],
    ['with a wrong cookie', { cookie: 'acptap-PORT=wrong', headers: [own] }, 401],
    ['with a wrong bearer token', { cookie: false, headers: ['authorization: Bearer wrong', own] }, 401],
    ['without an Origin', {}, 403],
    ['with two Hosts', { hosts: ['127.0.0.1:PORT', 'evil.com'], headers: [own] }, 403],
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
    expect((await upgrade({ cookie: false, headers: [own] }, '/api/live?token=TOKEN')).status).toBe(401);
    expect((await upgrade({ cookie: false, headers: [own] }, '/?token=TOKEN')).status).toBe(401);
  });

  test('is not taken anywhere else', async () => {
    for (const target of ['/', '/api/recordings', '/api/live/', '/api/live?x=1'])
      expect([target, (await upgrade({ headers: [own] }, target)).status]).toEqual([target, 404]);
  });
});
