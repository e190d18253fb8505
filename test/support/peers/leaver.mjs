/**
 * A client that starts an agent, sends `initialize`, and exits after MS, as if it had crashed. `leaver.mjs MS AGENT…`
 */
import { spawn } from 'node:child_process';

const [ms, file, ...args] = process.argv.slice(2);
const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
agent.stdin.on('error', () => {}); // ignores the agent's end
agent.stdin.write(
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}\n',
);
if (ms === '0') process.exit();
setTimeout(() => process.exit(), Number(ms));
