/**
 * An agent for recordings of faults: answers a prompt with a plan, a write and three words. Ends when its stdin does.
 * `--login`: it lists a way to log in, as the ACP registry asks.
 */
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (patch) => say({ method: 'session/update', params: { sessionId: 's', update: patch } });
const speak = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const WRITE = 'write';
const call = { toolCallId: 'call_1', status: 'pending', title: 'Write a.txt', kind: 'edit' };
const agentInfo = { name: 'small-agent', version: '1.0.0' };
const login = process.argv.includes('--login') && { authMethods: [{ id: 'login', name: 'Log in' }] };
let prompt;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {}, ...login, agentInfo } });
  if (method === 'session/new') say({ id, result: { sessionId: 's' } });
  if (method === 'session/prompt') {
    prompt = id;
    update({ sessionUpdate: 'plan', entries: [{ content: 'Write a.txt', priority: 'medium', status: 'pending' }] });
    update({ sessionUpdate: 'tool_call', ...call });
    say({ id: WRITE, method: 'fs/write_text_file', params: { sessionId: 's', path: '/project/a.txt', content: 'a' } });
  }
  if (id !== WRITE) return;
  update({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'call_1',
    status: line.includes('"error"') ? 'failed' : 'completed',
  });
  for (const word of ['One ', 'two ', 'three.']) speak(word);
  say({ id: prompt, result: { stopReason: 'end_turn' } });
});
