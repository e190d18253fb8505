/** Measures validations a second, for valid and invalid messages: `node bench/validate.ts`. */
import { validateParams } from '../proxy/core/protocol/validate.ts';
import { packed } from '../proxy/core/protocol/schema.gen.ts';

const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Some words of an answer.' } };
const toolCall = {
  sessionUpdate: 'tool_call',
  toolCallId: 'call-1',
  title: 'Edit main.ts',
  kind: 'edit',
  status: 'in_progress',
  locations: [{ path: '/home/me/app/main.ts', line: 4 }],
  content: [{ type: 'diff', path: '/home/me/app/main.ts', oldText: 'a', newText: 'b' }],
  rawInput: { path: 'main.ts' },
};

const messages = {
  agent_message_chunk: update(chunk),
  'agent_message_chunk, version 2': update({ ...chunk, messageId: 'm' }),
  usage_update: update({ sessionUpdate: 'usage_update', used: 1000, size: 200_000 }),
  tool_call: update(toolCall),
  'tool_call with two mistakes': update({ ...toolCall, kind: 'bash', index: 1 }),
  agent_mesage_chunk: update({ ...chunk, sessionUpdate: 'agent_mesage_chunk' }),
};

const began = performance.now();
rate(messages.agent_message_chunk, 1, 1);
const print = (line: string) => process.stdout.write(`${line}\n`);
print(`first validation, tables included: ${(performance.now() - began).toFixed(1)} ms`);
for (const version of [1, 2] as const)
  print(`tables of version ${version}: ${(JSON.stringify(packed[version]).length / 1024).toFixed(1)} KiB`);
for (const [name, params] of Object.entries(messages)) {
  const version = name.endsWith('2') ? 2 : 1;
  rate(params, version, 20_000);
  print(`${name}: ${Math.round(rate(params, version, 500_000) / 1000)} k/s`);
}

function update(value: object) {
  return { kind: 'notification' as const, params: { sessionId: 'sess_1', update: value } };
}

/** Validations a second. */
function rate(message: ReturnType<typeof update>, version: 1 | 2, times: number): number {
  const start = performance.now();
  let issues = 0;
  for (let run = 0; run < times; run++)
    issues += validateParams(message, { method: 'session/update', version, from: 'agent' })?.length ?? 0;
  if (Number.isNaN(issues)) throw new Error('never'); // keeps the loop from being optimized away
  return (times / (performance.now() - start)) * 1000;
}
