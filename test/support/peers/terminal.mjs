/** An agent that says which of its streams are a terminal, and ends with 4. */
import { isatty } from 'node:tty';

process.stdout.write(`terminal: ${[0, 1, 2].map((fd) => isatty(fd)).join(' ')}\n`);
process.exitCode = 4;
