import { afterAll, beforeAll, expect, test } from 'vitest';
import { importToMemory, type FoundRecording } from '../../proxy/cli/recordings/find-recording.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { chosenRecordings } from '../../proxy/server/library.ts';

let found: FoundRecording;
let server: InspectorServer;

beforeAll(async () => {
  found = await importToMemory('recordings/examples/demo.acp.jsonl');
  const library = chosenRecordings([found]);
  server = await startServer({ library, page: import.meta.dirname, port: 0, onWatched: () => {}, onTrouble: () => {} });
});

afterAll(async () => {
  await server.close();
  found.store.close();
});

const ask = (query: string, id = found.summary.id) =>
  fetch(`http://127.0.0.1:${server.port}/api/recordings/${id}/share?${query}`, {
    headers: { authorization: `Bearer ${server.guard.token}` },
  });

test('copied text is sent with a type that no browser shows as a page', async () => {
  const answer = await ask('as=mermaid&of=filter&q=kind:request');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toMatch(
    /^sequenceDiagram\n(?: {4}participant \w+\n){2}(?: {4}(?:client|agent)->>.*\n)+$/,
  );
});

test('copies an entry, its group, or the entries that match a filter', async () => {
  const lines = async (query: string) => (await (await ask(query)).text()).trimEnd().split('\n').length;
  const seq = found.store.read.turns(found.no)[0]?.started ?? 0;
  expect(await lines(`as=frame&seq=${seq}`)).toBe(1);
  expect(await lines(`as=frame&of=group&seq=${seq}`)).toBe(2);
  expect(await lines('as=frame&of=filter')).toBe(found.summary.total);
  expect(await (await ask('as=frame&of=entry')).text()).toBe('');
});

test.each([
  ['as=png', 400, 'as is one of frame, json, jsonl, mermaid, repro, replay, markdown, llm, fixture, test, not "png"'],
  ['as=frame&of=turn', 400, 'of is one of entry, group, filter, not "turn"'],
  ['as=frame&redact=no', 400, 'redact is 1 or 0, not "no"'],
  ['as=frame&seq=x', 400, 'seq is a whole number, not "x"'],
  ['as=frame&as=json', 400, 'as is there twice'],
  ['as=frame&of=filter&q=method:', 400, 'method: needs a value right behind it'],
])('%s is answered with %i', async (query, status, error) => {
  const answer = await ask(query);
  expect([answer.status, await answer.json()]).toMatchObject([status, { error }]);
});

test('an unknown recording is not found', async () => {
  expect((await ask('as=frame', 'nobody')).status).toBe(404);
});
