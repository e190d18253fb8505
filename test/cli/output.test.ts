import { expect, test, vi } from 'vitest';
import { printAll, ReaderGoneError } from '../../proxy/cli/output/output.ts';

test('rows are made only when the reader takes them', async () => {
  const written: number[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(((
    chunk: Uint8Array,
    done: (cause?: Error) => void,
  ) => {
    written.push(chunk.length);
    const isClosed = written.length > 3;
    process.nextTick(done, isClosed ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : undefined);
    return true;
  }) as typeof process.stdout.write);
  let made = 0;
  let isReleased = false;
  function* endless() {
    try {
      for (;;) yield `row ${made++}\n`;
    } finally {
      isReleased = true;
    }
  }
  try {
    await expect(printAll(endless())).rejects.toThrow(ReaderGoneError);
  } finally {
    write.mockRestore();
  }
  expect(written).toHaveLength(4);
  expect(made).toBeLessThan(40_000);
  expect(isReleased).toBe(true);
});
