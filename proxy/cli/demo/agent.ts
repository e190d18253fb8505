/**
 * The demo's agent: a small scripted coding agent without a model. It thinks, plans, reads, asks, edits and can be
 * cancelled. It makes two mistakes for acptap to find: a log line on stdout, and a second answer to a request.
 */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
}

const FILE = '/demo/src/greeting.ts';
const BEFORE = "export const greeting = 'helo';\n";
const AFTER = "export const greeting = 'hello';\n";

let nextId = 0;
let cancelled = false;
const answers = new Map<number, (result: Record<string, unknown> | undefined) => void>();

const write = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sessionId: string, patch: object) =>
  write({ method: 'session/update', params: { sessionId, update: patch } });

function ask(method: string, params: object): Promise<Record<string, unknown> | undefined> {
  const id = nextId++;
  write({ id, method, params });
  return new Promise((resolve) => answers.set(id, resolve));
}

async function say(sessionId: string, kind: string, text: string): Promise<void> {
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (cancelled) return;
    update(sessionId, { sessionUpdate: kind, content: { type: 'text', text: word } });
    await pause(25);
  }
}

const plan = (sessionId: string, statuses: readonly string[]) =>
  update(sessionId, {
    sessionUpdate: 'plan',
    entries: ['Read the file', 'Correct the greeting', 'Say what was done'].map((content, index) => ({
      content,
      priority: 'medium',
      status: statuses[index],
    })),
  });

async function fixGreeting(sessionId: string): Promise<string> {
  await say(sessionId, 'agent_thought_chunk', 'The greeting looks misspelt. I should read the file first.');
  plan(sessionId, ['in_progress', 'pending', 'pending']);
  process.stderr.write('demo agent: reading 1 file\n');

  const reading = { toolCallId: 'call_1', title: `Read ${FILE}`, kind: 'read', locations: [{ path: FILE }] };
  update(sessionId, { sessionUpdate: 'tool_call', ...reading, status: 'pending' });
  await ask('fs/read_text_file', { sessionId, path: FILE });
  update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'completed' });
  process.stdout.write('debug: cache miss, loaded greeting.ts in 3 ms\n'); // the first mistake

  plan(sessionId, ['completed', 'in_progress', 'pending']);
  const diff = { type: 'diff', path: FILE, oldText: BEFORE, newText: AFTER };
  const editing = {
    toolCallId: 'call_2',
    title: `Edit ${FILE}`,
    kind: 'edit',
    content: [diff],
    locations: [{ path: FILE, line: 1 }],
  };
  update(sessionId, { sessionUpdate: 'tool_call', ...editing, status: 'pending' });
  const options = [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ];
  await ask('session/request_permission', { sessionId, toolCall: { toolCallId: 'call_2' }, options });
  await ask('fs/write_text_file', { sessionId, path: FILE, content: AFTER });
  update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call_2', status: 'completed', content: [diff] });

  plan(sessionId, ['completed', 'completed', 'completed']);
  await say(sessionId, 'agent_message_chunk', 'I corrected the spelling: the greeting now says “hello”.');
  return 'end_turn';
}

async function prompt(id: Incoming['id'], sessionId: string, turn: number): Promise<void> {
  cancelled = false;
  if (turn === 1) {
    write({ id, result: { stopReason: await fixGreeting(sessionId) } });
    return;
  }
  await say(
    sessionId,
    'agent_message_chunk',
    'Let me think about everything else that could be said about greetings, at length, one word after another.',
  );
  write({ id, result: { stopReason: cancelled ? 'cancelled' : 'end_turn' } });
}

let turns = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line) as Incoming; // the demo's client writes nothing else
  const sessionId = 'demo-session';
  if (method === undefined) return answers.get(Number(id))?.(result);
  switch (method) {
    case 'initialize':
      return void write({
        id,
        result: {
          protocolVersion: 1,
          agentCapabilities: { loadSession: false },
          authMethods: [],
          agentInfo: { name: 'demo-agent', title: 'Demo Agent', version: '1.0.0' },
        },
      });
    case 'session/new':
      write({ id, result: { sessionId } });
      return void write({ id, result: { sessionId } }); // the second mistake
    case 'session/prompt':
      return void prompt(id, sessionId, ++turns);
    case 'session/cancel':
      cancelled = params !== undefined;
      return undefined;
    default:
      return void write({ id, error: { code: -32601, message: `Method not found: ${method}` } });
  }
});
