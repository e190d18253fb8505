import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SaveRequest, ShareQuery } from '#core/contract/share.ts';
import { importToMemory, type FoundRecording } from '../../proxy/cli/recordings/find-recording.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { chosenRecordings } from '../../proxy/server/library.ts';
import { temporaryFile } from '../support/recording-file.ts';

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

const origin = () => `http://127.0.0.1:${server.port}`;
const save = (share: Partial<ShareQuery>, headers: object = {}) =>
  fetch(`${origin()}/api/recordings/${found.summary.id}/saved`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.guard.token}`,
      origin: origin(),
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({
      page: false,
      share: { as: 'jsonl', of: 'filter', q: '', seq: null, redact: true, ...share },
    } satisfies SaveRequest),
  });
const urlOf = async (share: Partial<ShareQuery>) => ((await (await save(share)).json()) as { url: string }).url;

test('a part is saved once, by the name that the server gives, as a recording without errors of its own', async () => {
  const url = await urlOf({ q: 'turn:1' });
  const answer = await fetch(`${origin()}${url}`);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="demo-turn-1.acp.jsonl"');
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  const text = await answer.text();
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ redacted: true, part: { of: found.summary.total } });
  expect(text.split('\n').length).toBeLessThan(found.summary.total);
  const part = await importToMemory(temporaryFile(text));
  expect(part.summary.findings.error).toBeLessThanOrEqual(found.summary.findings.error);
  expect(part.store.read.turns(part.no)).toHaveLength(1);
  part.store.close();
  expect((await fetch(`${origin()}${url}`)).status).toBe(401);
});

test('the whole has the name of the recording, the fixture another, so that neither replaces the other', async () => {
  const nameOf = async (share: Partial<ShareQuery>) =>
    (await fetch(`${origin()}${await urlOf(share)}`)).headers.get('content-disposition');
  expect(await nameOf({})).toContain('"demo.acp.jsonl"');
  expect(await nameOf({ as: 'fixture' })).toContain('"demo-fixture.acp.jsonl"');
});

test('what cannot be saved fails before the download, and so does a request of another page', async () => {
  expect((await save({ q: 'method:' })).status).toBe(400);
  expect((await save({ as: 'mermaid' })).status).toBe(400);
  expect((await save({}, { origin: 'http://evil.example' })).status).toBe(403);
  expect((await save({}, { authorization: 'Bearer no' })).status).toBe(401);
});
