/**
 * An agent that writes according to a plan while it reads. `streams.mjs PLAN COPY`. PLAN: a JSON file, an array of
 * `[stream, base64]` with stream 1 or 2, one write each. COPY: gets the input when stdin has ended.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [plan, copy] = process.argv.slice(2);
const read = [];
process.stdin.on('data', (chunk) => read.push(chunk));
process.stdin.once('end', () => writeFileSync(copy, Buffer.concat(read)));
for (const [stream, base64] of JSON.parse(readFileSync(plan, 'utf8'))) {
  const out = stream === 1 ? process.stdout : process.stderr;
  await new Promise((taken) => out.write(Buffer.from(base64, 'base64'), taken));
  await new Promise(setImmediate);
}
