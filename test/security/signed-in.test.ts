import { describe, expect, test } from 'vitest';
import { createGuard } from '../../proxy/server/guard.ts';
import { header } from '../support/http.ts';
import { attackedInspector, SECRET, targets, type Attempt } from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

describe('a browser that is signed in', () => {
  test.each(['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT'])('reads recordings from %s', async (host) => {
    const answer = await send('/api/recordings/:id/entries/1/bytes', {
      hosts: [host],
      headers: [`origin: http://${host}`],
    });
    expect([answer.status, answer.body.includes(SECRET)]).toEqual([200, true]);
  });

  test('cannot change anything: no route takes another method', async () => {
    for (const target of targets)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
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

describe('the sign-in link', () => {
  const signIn = (path: string, attempt: Attempt = {}) => send(path, { cookie: false, ...attempt });

  test('gives a cookie that scripts and other sites cannot use, and leads away from the token', async () => {
    const answer = await signIn('/?token=TOKEN');
    expect([answer.status, header(answer, 'location')]).toEqual([303, '/']);
    expect(header(answer, 'set-cookie')).toMatch(
      new RegExp(`^acptap-${inspector().port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    );
    expect(header(answer, 'set-cookie')).not.toContain(inspector().token);
  });

  test.each([
    '/?token=',
    '/?token=wrong',
    '/?token=TOKENx',
    '/?token=TOKEN&x=1',
    '/?x=1&token=TOKEN',
    '/index.html?token=TOKEN',
    '//?token=TOKEN',
    '/api/recordings?token=TOKEN',
    '/api/live?token=TOKEN',
  ])('%s does not work', async (path) => {
    const answer = await signIn(path);
    expect([answer.status, header(answer, 'set-cookie')]).toEqual([401, undefined]);
  });

  test.each<[string, Attempt]>([
    ['another Host', { hosts: ['evil.com:PORT'] }],
    ['another Origin', { headers: ['origin: http://evil.com'] }],
    ['POST', { method: 'POST' }],
  ])('does not work with %s', async (_what, attempt) => {
    const answer = await signIn('/?token=TOKEN', attempt);
    expect([answer.status, header(answer, 'set-cookie')]).toEqual([403, undefined]);
  });

  test('for a browser’s command line works once', () => {
    const guard = createGuard(1);
    const ticket = guard.ticket();
    expect([guard.accepts(ticket), guard.accepts(ticket)]).toEqual([true, false]);
    expect([guard.accepts(guard.token), guard.accepts(guard.token)]).toEqual([true, true]);
    expect(['', 'x', `${guard.token}x`, guard.token.slice(1)].some(guard.accepts)).toBe(false);
    expect(createGuard(1).token).not.toBe(guard.token);
  });
});
