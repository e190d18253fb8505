/** An agent that writes which of its streams are a terminal, and exits with 4. */
import { isatty } from 'node:tty';

process.stdout.write(`terminal: ${[0, 1, 2].map((fd) => isatty(fd)).join(' ')}\n`);
process.exitCode = 4;
