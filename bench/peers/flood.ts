/** `flood FRAMES SIZE`: answers a prompt with FRAMES notifications of SIZE bytes, at full speed, and a response. */
import { once } from 'node:events';
import { createComparison, notifications, requests, responses, type Lines } from '../lines.ts';
import { endWith } from './end.ts';

/** Bytes written at once: the capacity of a pipe. */
const BATCH_BYTES = 64 * 1024;

const [frames = 0, size = 0] = process.argv.slice(2).map(Number);
const received = createComparison(requests(size));

process.stdin.once('data', (chunk: Buffer) => {
  received.take(chunk);
  void flood(notifications(size)).then(() => process.stdout.write(responses(size)(0)));
});
endWith(received.isSame);

async function flood(lines: Lines): Promise<void> {
  const inBatch = Math.floor(BATCH_BYTES / size);
  for (let n = 0; n < frames;) {
    const count = Math.min(inBatch, frames - n);
    const batch = Buffer.allocUnsafe(count * size);
    for (let at = 0; at < batch.length; at += size) lines(n++).copy(batch, at);
    if (!process.stdout.write(batch)) await once(process.stdout, 'drain');
  }
}
