import { expect, test } from 'vitest';
import { readRecording } from '#core/recording/read.ts';
import type { Entry } from '#core/wire/entry.ts';

const HEADER = '{"acptap":1,"id":"x","startedAt":"2026-11-21T12:00:00.000Z","command":[],"cwd":"/","redacted":true}\n';
const WHOLE = '{"t":1,"from":"agent","text":"é\\n"}\n';

async function* chunks(bytes: Uint8Array) {
  yield bytes;
}

async function read(bytes: Uint8Array): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const entry of (await readRecording(chunks(bytes))).entries) all.push(entry);
  return all;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a file that is cut anywhere in its last line has all lines before it, and says where it ends', async () => {
  const bytes = bytesOf(HEADER + WHOLE + WHOLE);
  const start = bytesOf(HEADER + WHOLE).length;
  const whole = bytes.length - 1; // the line end may be missing
  for (let end = start + 1; end < whole; end++) {
    const [first, ...rest] = await read(bytes.slice(0, end));
    expect(first).toMatchObject({ kind: 'frame', seq: 0, elapsed: 1 });
    const event = { event: 'damaged', message: 'the file ends in the middle of line 3' };
    expect([end, rest]).toEqual([end, [{ kind: 'event', seq: 1, elapsed: 1, event }]]);
  }
  for (const end of [start, whole, whole + 1])
    expect((await read(bytes.slice(0, end))).map(({ kind }) => kind)).toEqual(
      end === start ? ['frame'] : ['frame', 'frame'],
    );
});

test('a line that is not JSON is refused where it is not the last one that was cut', async () => {
  await expect(read(bytesOf(`${HEADER}{"t":\n`))).rejects.toThrow('line 2 of the recording is not JSON');
  await expect(read(bytesOf(`${HEADER}{"t":1,"from":"nobody","text":""}`))).rejects.toThrow(
    'not client, agent or stderr',
  );
  await expect(read(bytesOf(HEADER.slice(0, 40)))).rejects.toThrow('line 1 of the recording is not JSON');
});
