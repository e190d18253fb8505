/**
 * An agent that does what a prompt says: a JSON array of messages that it sends before it answers. Writes to stderr each line
 * that it reads.
 */
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  process.stderr.write(`read ${line}\n`);
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  if (method === 'session/prompt') for (const message of JSON.parse(params.prompt[0].text)) say(message);
  const results = { 'session/new': { sessionId: 's' }, 'session/prompt': { stopReason: 'end_turn' } };
  say({ id, result: results[method] ?? { protocolVersion: 1 } });
});
