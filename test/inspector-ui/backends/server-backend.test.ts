import { expect, test } from 'vitest';
import { seqOf } from '#core/units.ts';
import { FilterRefused, RequestFailed } from '../../../inspector-ui/backends/backend.ts';
import { createServerBackend, type ServerRequest } from '../../../inspector-ui/backends/server.ts';
import type { SignIn } from '../../../inspector-ui/backends/sign-in.ts';
import { signedIn, silentFeed } from '../fakes.ts';

const { signal } = new AbortController();

/** A server that gives the same response to every request. */
function answering(status: number, body: unknown, own: Partial<SignIn> = {}) {
  const asked: string[] = [];
  const inits: ServerRequest[] = [];
  const backend = createServerBackend({
    fetch: async (path, init) => {
      asked.push(path);
      inits.push(init);
      return new Response(JSON.stringify(body), { status });
    },
    ...silentFeed,
    signIn: { ...signedIn, ...own },
  });
  return { asked, inits, backend };
}

test('writes the query into the URL, without empty parameters', async () => {
  const { asked, backend } = answering(200, {});
  const plain = { q: '', opened: [], collapsed: [] };
  await backend.rows('a/b', { ...plain, view: 'raw', at: { from: 0 }, count: 9999 }, signal);
  await backend.rows(
    'r',
    { view: 'folded', q: 'text:"a&b"', opened: [3, 17], collapsed: [2], at: { around: 7 }, count: 5 },
    signal,
  );
  await backend.seek('r', { q: '/x/', from: -1, step: -1, wrap: true }, signal);
  await backend.overview('r', '', 5000, signal);
  await backend.turns('r', signal);
  await backend.values('r', 'method', signal);
  expect(asked).toEqual([
    '/api/recordings/a%2Fb/rows?view=raw&from=0&count=500',
    '/api/recordings/r/rows?view=folded&q=text%3A%22a%26b%22&opened=3%2C17&collapsed=2&around=7&count=5',
    '/api/recordings/r/seek?q=%2Fx%2F&from=-1&step=-1&wrap=1',
    '/api/recordings/r/overview?buckets=1000',
    '/api/recordings/r/turns',
    '/api/recordings/r/values?field=method',
  ]);
});

test('rejects an invalid filter with the place of the problem', async () => {
  const { backend } = answering(400, { error: 'no field methud', start: 2, end: 8 });
  const refused = await backend.turns('r', signal).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FilterRefused);
  expect(refused).toMatchObject({ message: 'no field methud', start: 2, end: 8 });
});

test.each([
  [400, { error: 'count is at most 500' }],
  [404, { error: 'there is no recording r' }],
  [500, 'no object'],
])('rejects any other response with %i as a failed request', async (status, body) => {
  const failed = await answering(status, body)
    .backend.turns('r', signal)
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(RequestFailed);
  expect(failed).toMatchObject({ status });
});

test('sends the token as bearer with every request, and no request without a token', async () => {
  const { inits, backend } = answering(200, []);
  await backend.turns('r', signal);
  await backend.bytesUrl('r', seqOf(1));
  const headers = { authorization: 'Bearer token' };
  expect(inits).toMatchObject([
    { method: 'GET', headers },
    { method: 'POST', headers },
  ]);
  const without = answering(200, [], { token: () => undefined });
  await expect(without.backend.turns('r', signal)).rejects.toMatchObject({ status: 401 });
  expect(without.asked).toEqual([]);
});

test('drops a refused token, and reports it in the connection state', async () => {
  const dropped: string[] = [];
  const { backend } = answering(401, {}, { drop: (token) => void dropped.push(token) });
  await expect(backend.turns('r', signal)).rejects.toMatchObject({ status: 401 });
  expect([dropped, backend.connection.value.kind]).toEqual([['token'], 'refused']);
});
