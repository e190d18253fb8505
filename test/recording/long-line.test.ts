import { expect, test } from 'vitest';
import { readRecording } from '#core/recording/read.ts';

const MIB = 1024 * 1024;

const HEADER = Buffer.from('{"acptap":1,"id":"x","startedAt":"2026-11-21T12:00:00.000Z","command":[],"cwd":"/"}\n');

test('a line above 128 MiB is refused before more of it is read, with its number and what to do', async () => {
  let given = 0;
  const piece = Buffer.alloc(MIB, 'x'); // always the same, so that the test takes little memory
  async function* endless() {
    yield HEADER;
    for (; given < 300; given++) yield piece;
  }
  const { entries } = await readRecording(endless());
  await expect(entries[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'not-a-recording',
    message: expect.stringContaining('line 2 of the recording is longer than 128 MiB: remove this line') as string,
  });
  expect(given).toBe(128);
});

test('lines add up to more than that, and each is read by itself', async () => {
  const frame = JSON.stringify({ t: 1, from: 'agent', text: `${'x'.repeat(MIB)}\n` });
  const line = Buffer.from(`${frame}\n`);
  async function* many() {
    yield HEADER;
    for (let count = 0; count < 140; count++) {
      yield line.subarray(0, 1000);
      yield line.subarray(1000);
    }
  }
  let bytes = 0;
  for await (const entry of (await readRecording(many())).entries)
    if (entry.kind === 'frame') bytes += entry.bytes.length;
  expect(bytes).toBe(140 * (MIB + 1));
});
