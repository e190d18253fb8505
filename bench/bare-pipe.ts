/** The floor for any proxy in Node: two pipes and the exit code. `bare-pipe COMMAND ARGS…` */
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(agent.stdin);
agent.stdout.pipe(process.stdout);
agent.on('close', (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});
