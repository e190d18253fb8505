import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AcptapError } from '#core/errors.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { fixture } from '../../proxy/replay/fixture.ts';
import { loadRecordingFile, nameFileInError } from '../../proxy/replay/playbook/read-recording.ts';
import { temporaryFolder } from '../support/folders.ts';

/** A recording file as a person would write it. */
function byHand(...lines: readonly object[]): string {
  const file = join(temporaryFolder(), 'greets.acp.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

const ASKS = { from: 'client', json: { jsonrpc: '2.0', id: 1, method: '_a' } };
const ANSWERS = { from: 'agent', json: { jsonrpc: '2.0', id: 1, result: {} } };

test('a file without id, date and times gets its name as id, and replays', async () => {
  const greets = await fixture(byHand({ acptap: 1 }, ASKS, ANSWERS));
  expect(greets.id).toBe('greets');
  const agent = replayAgent(greets, { speed: 'recorded' });
  const writer = agent.writable.getWriter();
  await writer.write(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"_a"}\n'));
  expect(await agent.finished()).toMatchObject({ recording: 'greets', outcome: 'complete', played: 1 });
});

test('an entry without a time has the time of the previous entry', async () => {
  const file = byHand({ acptap: 1 }, ASKS, { t: 5, ...ANSWERS }, { event: 'eof', of: 'client' }, ANSWERS, {
    t: 9,
    ...ANSWERS,
  });
  const { entries } = await loadRecordingFile(file);
  expect(entries.map(({ elapsed }) => elapsed)).toEqual([0, 5, 5, 5, 9]);
});

test('a file without a date has the time of its last change', async () => {
  const before = Date.now();
  const { header } = await loadRecordingFile(byHand({ acptap: 1 }, ANSWERS));
  expect(header.startedAt).toBeGreaterThanOrEqual(before - 2000); // file systems round times
  expect(header.startedAt).toBeLessThanOrEqual(Date.now() + 2000);
});

test.each([
  [{ acptap: 1, id: '' }, 'line 1 of the recording has no text in "id": ""'],
  [{ acptap: 1, id: 7 }, 'line 1 of the recording has no text in "id": 7'],
  [{ acptap: 1, startedAt: 'soon' }, 'line 1 of the recording has no date in "startedAt": "soon"'],
])('a header with %j is refused', async (header, message) => {
  await expect(loadRecordingFile(byHand(header, ANSWERS))).rejects.toThrow(message);
});

test('an invalid time is refused', async () => {
  await expect(loadRecordingFile(byHand({ acptap: 1 }, { t: null, ...ANSWERS }))).rejects.toThrow(
    'line 2 of the recording has no time "t" in whole microseconds: null',
  );
});

test('an error about a file names it once', () => {
  const named = (code: 'not-a-recording' | 'file-unusable', message: string) =>
    (nameFileInError('a.acp.jsonl', new AcptapError(code, message)) as Error).message;
  expect(named('not-a-recording', 'line 2 is not JSON')).toBe('a.acp.jsonl: line 2 is not JSON');
  expect(named('file-unusable', 'a.acp.jsonl cannot be read')).toBe('a.acp.jsonl cannot be read');
});
