import { PassThrough, Writable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allDelivered } from '../../proxy/shim/ending.ts';
import { forward } from '../../proxy/shim/forward.ts';
import { pipeReceiver } from '../../proxy/shim/stdio.ts';

const QUIET_MS = 3000; // longer than a pause after which a pipe counts as finished
const PAUSE_MS = 1500; // shorter

/** A pipe of an agent that has just ended, which its grandchild still holds open. */
function createHeldPipe() {
  const grandchild = new PassThrough();
  const taken: string[] = [];
  const held: (() => void)[] = [];
  let isReading = true;
  const client = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken.push(chunk.toString());
      if (isReading) done();
      else held.push(done);
    },
  });
  return {
    output: forward(grandchild, pipeReceiver(client), () => {}),
    write: (text: string) => void grandchild.write(text),
    taken: () => taken.join(''),
    stopReading: () => (isReading = false),
    readOn() {
      isReading = true;
      held.splice(0).forEach((done) => done());
    },
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('after the end of an agent whose grandchild holds its pipes', () => {
  function useFakeTimers() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  }

  test('the client gets all output of the grandchild, until it is quiet', async () => {
    useFakeTimers();
    const pipe = createHeldPipe();
    const delivered = allDelivered([pipe.output]);
    for (const word of ['a', 'b', 'c', 'd']) {
      await pass(PAUSE_MS);
      pipe.write(word);
    }
    await pass(QUIET_MS);
    await delivered;
    pipe.write('late');
    await pass(0);
    expect(pipe.taken()).toBe('abcd');
  });

  test('a quiet stderr does not end a stdout that the grandchild still writes to', async () => {
    useFakeTimers();
    const [stdout, stderr] = [createHeldPipe(), createHeldPipe()];
    const delivered = allDelivered([stdout.output, stderr.output]);
    for (const word of ['a', 'b', 'c', 'd']) {
      await pass(PAUSE_MS);
      stdout.write(word);
    }
    await pass(QUIET_MS);
    await delivered;
    expect(stdout.taken()).toBe('abcd');
  });

  test('a client that reads late gets what the grandchild wrote meanwhile', async () => {
    useFakeTimers();
    const pipe = createHeldPipe();
    pipe.stopReading();
    const delivered = allDelivered([pipe.output]);
    pipe.write('a');
    await pass(10 * QUIET_MS);
    pipe.write('b');
    pipe.readOn();
    await pass(QUIET_MS);
    await delivered;
    expect(pipe.taken()).toBe('ab');
  });
});
