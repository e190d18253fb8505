/** An agent that writes BYTES at once and immediately exits with CODE. `burst.mjs BYTES CODE` */
import { writeSync } from 'node:fs';
import { lines } from './lines.mjs';

const bytes = lines(Number(process.argv[2]));
for (let done = 0; done < bytes.length;) {
  try {
    done += writeSync(1, bytes, done);
  } catch (cause) {
    if (cause.code !== 'EAGAIN') throw cause;
  }
}
process.exit(Number(process.argv[3]));
