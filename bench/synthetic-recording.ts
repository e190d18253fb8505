import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Side = 'client' | 'agent';

/** A frame and the time since the previous one, in µs. */
interface Frame {
  readonly from: Side;
  readonly message: object;
  readonly after: number;
}

const SESSION = 'synthetic-session';

/**
 * Writes a recording with this many frames: a long day of one editor and one agent, the same bytes every time. It keeps
 * to the protocol, except that its last turn is cut off. Returns the number of bytes on its wire.
 */
export async function writeSyntheticRecording(path: string, frames: number): Promise<{ readonly wireBytes: number }> {
  let wireBytes = 0;
  function* lines(): Generator<string> {
    yield `${JSON.stringify({ acptap: 1, id: `synthetic-${frames}`, startedAt: '2026-01-01T00:00:00.000Z', command: ['synthetic'], cwd: '/project', redacted: true })}\n`;
    let t = 0;
    let n = 0;
    for (const { from, message, after } of conversation()) {
      if (n++ === frames) return;
      t += after;
      wireBytes += Buffer.byteLength(JSON.stringify(message)) + 1;
      yield `${JSON.stringify({ t, from, json: message })}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return { wireBytes };
}

function* conversation(): Generator<Frame> {
  yield* exchange('client', 0, 'initialize', initialize, initialized);
  yield* exchange('client', 1, 'session/new', { cwd: '/project', mcpServers: [] }, { sessionId: SESSION });
  const random = createRandom(20_261_121);
  const ids = { agent: 0, toolCall: 0 };
  for (let id = 2; ; id += 1) {
    const prompt = [
      { type: 'text', text: `Please look at module ${id % 41} again and make what is wrong with it right.` },
    ];
    yield request('client', id, 'session/prompt', { sessionId: SESSION, prompt }, 2_000_000);
    for (let step = random(3, 9); step > 0; step -= 1) yield* work(random, ids);
    yield response('agent', id, { stopReason: 'end_turn' }, 5000);
  }
}

/** Thinks, talks, reads a file, and edits it, sometimes with permission. */
function* work(random: Random, ids: { agent: number; toolCall: number }): Generator<Frame> {
  for (let n = random(0, 8); n > 0; n -= 1) yield chunk('agent_thought_chunk', random, 3);
  for (let n = random(4, 36); n > 0; n -= 1) yield chunk('agent_message_chunk', random, 12);
  const toolCallId = `call_${(ids.toolCall += 1)}`;
  const path = `/project/src/module-${random(0, 60)}.ts`;
  const locations = [{ path }];
  yield update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: `Edit ${path}`,
    kind: 'edit',
    status: 'pending',
    locations,
  });
  const read = { sessionId: SESSION, path };
  if (random(0, 3) === 0)
    yield* exchange('agent', ids.agent++, 'fs/read_text_file', read, { content: `${words(random, 12)}\n`.repeat(8) });
  if (random(0, 2) === 0) {
    const asked = { sessionId: SESSION, toolCall: { toolCallId }, options: [allowOnce] };
    yield* exchange('agent', ids.agent++, 'session/request_permission', asked, { outcome: allowed });
  }
  yield update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  const content = [{ type: 'diff', path, oldText: words(random, 20), newText: words(random, 20) }];
  yield update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content });
}

const initialize = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  clientInfo: { name: 'synthetic-editor', title: 'Synthetic Editor', version: '1.0.0' },
};
const initialized = {
  protocolVersion: 1,
  agentCapabilities: { loadSession: false },
  authMethods: [],
  agentInfo: { name: 'synthetic-agent', title: 'Synthetic Agent', version: '1.0.0' },
};
const allowOnce = { optionId: 'allow', name: 'Allow', kind: 'allow_once' };
const allowed = { outcome: 'selected', optionId: 'allow' };

const request = (from: Side, id: number, method: string, params: object, after: number): Frame => ({
  from,
  message: { jsonrpc: '2.0', id, method, params },
  after,
});

const response = (from: Side, id: number, result: object, after: number): Frame => ({
  from,
  message: { jsonrpc: '2.0', id, result },
  after,
});

function* exchange(from: Side, id: number, method: string, params: object, result: object): Generator<Frame> {
  yield request(from, id, method, params, 1500);
  yield response(from === 'client' ? 'agent' : 'client', id, result, 40_000);
}

const update = (content: object): Frame => ({
  from: 'agent',
  message: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: SESSION, update: content } },
  after: 3000,
});

const chunk = (sessionUpdate: string, random: Random, count: number): Frame =>
  update({ sessionUpdate, content: { type: 'text', text: `${words(random, count)} ` } });

const VOCABULARY =
  'the a module function returns value when list empty should call after test fails because line was read'.split(' ');

const words = (random: Random, count: number): string =>
  Array.from({ length: count }, () => VOCABULARY[random(0, VOCABULARY.length - 1)]).join(' ');

/** An integer between the two, both included. */
type Random = (least: number, most: number) => number;

/** A linear congruential generator, so that every run measures the same recording. */
function createRandom(seed: number): Random {
  let state = seed;
  return (least, most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + ((state >>> 8) % (most - least + 1));
  };
}
