import { describe, expect, test } from 'vitest';
import { header, type HttpAnswer } from '../support/http.ts';
import { attackedInspector, targets, type Attempt } from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

describe('every answer, refusals and errors among them,', () => {
  async function answers(): Promise<readonly HttpAnswer[]> {
    const found: HttpAnswer[] = [];
    // Target by target: there are at most so many connections at once.
    for (const target of targets) found.push(...(await Promise.all(attempts.map((attempt) => send(target, attempt)))));
    return found;
  }
  const attempts: readonly Attempt[] = [
    {},
    { bearer: false },
    { hosts: ['evil.com'] },
    { headers: ['origin: http://evil.com'] },
    { method: 'POST', headers: ['origin: http://127.0.0.1:PORT'] },
    { method: 'OPTIONS', headers: ['origin: http://evil.com', 'access-control-request-method: GET'] },
  ];

  test('has the security headers', async () => {
    for (const answer of await answers()) {
      expect(header(answer, 'content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(header(answer, 'content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
      expect(header(answer, 'content-security-policy')).toContain("frame-ancestors 'none'");
      expect(header(answer, 'content-security-policy')).toContain("require-trusted-types-for 'script'");
      for (const [name, value] of [
        ['x-content-type-options', 'nosniff'],
        ['x-frame-options', 'DENY'],
        ['referrer-policy', 'no-referrer'],
        ['x-dns-prefetch-control', 'off'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
      ] as const)
        expect([name, header(answer, name)]).toEqual([name, value]);
    }
  });

  test('is not kept by the browser, except parts of the page whose names change with their contents', async () => {
    const keeps = async (target: string, hosts?: readonly string[]) =>
      header(await send(target, hosts ? { hosts } : {}), 'cache-control');
    for (const target of targets) {
      const isPart = /^\/assets\/[^%]+$/.test(target);
      expect([target, await keeps(target)]).toEqual([
        target,
        isPart ? 'private, max-age=31536000, immutable' : 'no-store',
      ]);
      expect([target, await keeps(target, ['evil.com'])]).toEqual([target, 'no-store']);
    }
  });

  test('has no CORS header, sets no cookie, and does not have the token in it', async () => {
    for (const { headers, text } of await answers()) {
      expect(headers.filter(([name]) => name.startsWith('access-control-'))).toEqual([]);
      expect(text).not.toContain(inspector().token);
      expect(headers.filter(([name]) => name === 'set-cookie')).toEqual([]);
    }
  });
});
