/**
 * `clock TICKS EVERY_MS [AT_ONCE]`: opens a session, and answers a prompt with TICKS message chunks that contain their
 * time of writing (`Date.now()`), one every EVERY_MS, or AT_ONCE equal ones. The last answer contains its time too.
 */
import { createInterface } from 'node:readline';

interface Request {
  readonly id: number;
  readonly method: string;
}

const [ticks = 0, everyMs = 0, atOnce = 1] = process.argv.slice(2).map(Number);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line) as Request; // from screen.ts or live-page.ts
  if (method === 'initialize') answer(id, { protocolVersion: 1, agentCapabilities: {} });
  if (method === 'session/new') answer(id, { sessionId: 'bench' });
  if (method === 'session/prompt') tick(id);
});

function tick(id: number): void {
  let n = 0;
  const timer = setInterval(() => {
    const content = { type: 'text', text: `tick ${n} at ${Date.now()}` };
    const update = { sessionUpdate: 'agent_message_chunk', content };
    for (let copy = 0; copy < atOnce; copy += 1)
      send({ method: 'session/update', params: { sessionId: 'bench', update } });
    n += 1;
    if (n < ticks) return;
    clearInterval(timer);
    answer(id, { stopReason: `ended_at_${Date.now()}` });
  }, everyMs);
}

const answer = (id: number, result: object): void => send({ id, result });

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
