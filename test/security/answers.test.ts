import { beforeAll, describe, expect, test } from 'vitest';
import { header, type HttpAnswer } from '../support/http.ts';
import { attackedInspector, targets, type Attempt } from './attacked-inspector.ts';

const { inspector, send } = attackedInspector();

describe('every answer, refusals and errors among them,', () => {
  const attempts: readonly Attempt[] = [
    {},
    { bearer: false },
    { hosts: ['evil.com'] },
    { headers: ['origin: http://evil.com'] },
    { method: 'POST', headers: ['origin: http://127.0.0.1:PORT'] },
    { method: 'OPTIONS', headers: ['origin: http://evil.com', 'access-control-request-method: GET'] },
  ];

  interface Found extends HttpAnswer {
    readonly target: string;
    readonly attempt: Attempt;
  }

  let found: readonly Found[] = [];
  beforeAll(async () => {
    const all: Found[] = [];
    for (const target of targets)
      // one after another: there are at most so many connections at once
      all.push(
        ...(await Promise.all(
          attempts.map(async (attempt) => ({ ...(await send(target, attempt)), target, attempt })),
        )),
      );
    found = all;
  });

  test('has the security headers', () => {
    expect(found).toHaveLength(targets.length * attempts.length);
    for (const answer of found) {
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

  test('is not kept by the browser, except parts of the page whose names change with their contents', () => {
    for (const { target, attempt, ...answer } of found) {
      const isPart = /^\/assets\/[^%]+$/.test(target) && answer.status === 200;
      expect([target, attempt, header(answer, 'cache-control')]).toEqual([
        target,
        attempt,
        isPart ? 'private, max-age=31536000, immutable' : 'no-store',
      ]);
    }
  });

  test('has no CORS header, sets no cookie, and does not have the token in it', () => {
    for (const { headers, text } of found) {
      expect(headers.filter(([name]) => name.startsWith('access-control-'))).toEqual([]);
      expect(text).not.toContain(inspector().token);
      expect(headers.filter(([name]) => name === 'set-cookie')).toEqual([]);
    }
  });
});
