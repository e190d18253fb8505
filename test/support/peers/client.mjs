/**
 * A client that starts an agent, writes the agent's pid and output, and closes nothing: it waits to be killed.
 * `client.mjs AGENT…`
 */
import { spawn } from 'node:child_process';

const [file, ...args] = process.argv.slice(2);
const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdout.write(`started ${agent.pid}\n`);
agent.stdout.pipe(process.stdout);
setInterval(() => {}, 1000);
