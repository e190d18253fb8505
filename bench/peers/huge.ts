/**
 * `huge BYTES`: answers a small request with BYTES, and BYTES with a small response. Exits with 3 on a wrong sha256.
 */
import { createHash } from 'node:crypto';
import { notifications, requests, responses } from '../lines.ts';
import { endWith } from './end.ts';

const SMALL = 200;

const bytes = Number(process.argv[2]);
const chunks: Buffer[] = [];
let received = 0;

process.stdin.on('data', (chunk: Buffer) => {
  chunks.push(chunk); // hashed later, off the clock
  received += chunk.length;
  if (received === SMALL) process.stdout.write(notifications(bytes)(0));
  if (received === SMALL + bytes) process.stdout.write(responses(SMALL)(1));
});
endWith(() => {
  const expected = createHash('sha256').update(requests(SMALL)(0)).update(requests(bytes)(1)).digest('hex');
  const actual = createHash('sha256');
  for (const chunk of chunks) actual.update(chunk);
  return actual.digest('hex') === expected;
});
