/** Like npx: starts another agent on its own stdin and stdout, and exits as that agent does. `wrapper.mjs AGENT…` */
import { spawn } from 'node:child_process';

const [file, ...args] = process.argv.slice(2);
const agent = spawn(file, args, { stdio: 'inherit' });
agent.once('exit', (code) => process.exit(code ?? 1));
