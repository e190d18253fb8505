/**
 * An agent that writes numbered lines without end, as fast as they are read, and copies its input to a file: `flood.mjs
 * COPY [EXIT]`. When its reader goes away, it exits with EXIT (default 7). `flood.mjs COPY EXIT MS`: writes a few lines
 * every MS milliseconds.
 */
import { appendFileSync } from 'node:fs';
import { numbered } from './lines.mjs';

const [copy, code = '7', rest = '0'] = process.argv.slice(2);
process.stdin.on('data', (chunk) => appendFileSync(copy, chunk));
process.stdin.on('error', () => {});
process.stdout.on('error', () => process.exit(Number(code)));

let number = 0;
function flood() {
  let free = true;
  for (let count = 0; free && count < 20; count++) free = process.stdout.write(numbered(number++));
  if (free) setTimeout(flood, Number(rest));
  else process.stdout.once('drain', flood);
}
flood();
