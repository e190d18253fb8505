/** An agent that ignores the end of stdin, a reader that goes away, and TERM, INT and HUP. Writes its pid. `stubborn.mjs [grandchild]` */
import { spawn } from 'node:child_process';

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGPIPE']) process.on(signal, () => {});
process.stdin.on('error', () => {}).resume();
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
setInterval(() => {}, 1000);

const [what] = process.argv.slice(2);
if (what === 'grandchild') {
  const grandchild = spawn(process.execPath, [process.argv[1]], { stdio: 'ignore' });
  process.stdout.write(`${process.pid} ${grandchild.pid}\n`);
} else process.stdout.write(`${process.pid}\n`);
