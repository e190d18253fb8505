/** An agent that writes a line, closes its stdout, lives on until its stdin ends, and exits with 5. */
import { closeSync, writeSync } from 'node:fs';

writeSync(1, 'last words\n');
closeSync(1);
process.stdin.resume().once('end', () => process.exit(5));
