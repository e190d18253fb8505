import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stringAt } from '#core/json/json.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { exampleFaults } from '../../proxy/replay/faults/example-faults.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { scenario } from '../../proxy/replay/scenario.ts';

/** The faults of each recipe, by its question. */
const recipes = new Map(
  (/^## Recipes$.*?^```sh\n(.*?)^```/ms.exec(readFileSync('docs/intervene.md', 'utf8'))?.[1] ?? '')
    .split('\n\n')
    .map((block) => {
      const [question = '', command = ''] = block.trim().split('\n');
      return [question.replace('# ', ''), [...command.matchAll(/--fault '([^']+)'/g)].map(([, fault = '']) => fault)];
    }),
);

function recorded() {
  const acp = scenario();
  acp.session().turn('go', (turn) => {
    turn.chunk('one');
    const call = turn.toolCall({ title: 'Write', kind: 'edit' });
    call.permission('allow_once');
    turn.request('fs/write_text_file', { path: '/project/a.txt', content: 'a' }, {});
    turn.chunk('two');
  });
  return acp;
}

interface Heard {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
}

/** Replays the turn to a client that answers everything. Returns the client's input when nothing moves any more. */
async function converse(options: ReplayOptions) {
  const agent = replayAgent(recorded(), { clock: virtualClock(), ...options });
  const writer = agent.writable.getWriter();
  const chunks: string[] = [];
  const heard: Heard[] = [];
  const noise: string[] = [];
  let isOver = false;
  const say = (message: object) =>
    void writer.write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)).catch(() => {});

  function hear(line: string): void {
    if (!line.startsWith('{')) return void noise.push(line);
    const message = JSON.parse(line) as Heard;
    heard.push(message);
    const { id, method } = message;
    if (method === 'session/request_permission')
      say({ id, result: { outcome: { outcome: 'selected', optionId: 'allow_once' } } });
    else if (method === 'fs/write_text_file') say({ id, result: {} });
    else if (method === undefined && id === 0)
      say({ id: 1, method: 'session/new', params: { cwd: '/project', mcpServers: [] } });
    else if (method === undefined && id === 1)
      say({
        id: 2,
        method: 'session/prompt',
        params: { sessionId: 'session-1', prompt: [{ type: 'text', text: 'go' }] },
      });
  }

  void (async () => {
    let rest = '';
    for await (const bytes of agent.readable) {
      chunks.push(Buffer.from(bytes).toString());
      const lines = (rest + chunks.at(-1)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    }
    isOver = true;
  })();
  say({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: 1, clientCapabilities: { fs: { writeTextFile: true } } },
  });
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  const updates = () =>
    heard.map(({ params }) => stringAt(params, 'update', 'sessionUpdate')).filter((kind) => kind !== undefined);
  const isAnswered = () => heard.some(({ id, method }) => id === 2 && method === undefined);
  const asked = () => heard.flatMap(({ id, method }) => (id !== undefined && method !== undefined ? [method] : []));
  return { agent, chunks, heard, noise, updates, asked, isAnswered, isOver: () => isOver };
}

const UPDATES = ['agent_message_chunk', 'tool_call', 'agent_message_chunk'];

/** The effect of each recipe on the client or the agent. */
const outcomes: Readonly<Record<string, (faults: readonly string[]) => Promise<void>>> = {
  'Does my client survive everything that can go wrong?': async (faults) => {
    expect(faults).toEqual([]);
    expect(exampleFaults(recorded().entries)).toHaveLength(21);
  },
  'Does my client survive an agent that dies in mid-turn?': async (faults) => {
    const ends: unknown[] = [];
    const { isOver, updates, isAnswered } = await converse({ faults, onExit: (exit) => ends.push(exit) });
    expect([isOver(), updates(), isAnswered()]).toEqual([true, UPDATES.slice(0, 2), false]);
    expect(ends).toEqual([{ code: null, signal: 'SIGKILL' }]);
  },
  'Does it say something useful when the agent ends at its start?': async (faults) => {
    const ends: unknown[] = [];
    const { isOver, heard } = await converse({ faults, onExit: (exit) => ends.push(exit) });
    expect([isOver(), heard, ends]).toEqual([true, [], [{ code: 1, signal: null }]]);
  },
  'Can I still cancel when the agent hangs in mid-turn?': async (faults) => {
    const { isOver, updates, isAnswered } = await converse({ faults });
    expect([isOver(), updates(), isAnswered()]).toEqual([false, UPDATES.slice(0, 2), false]);
  },
  'What does my editor show when the model is overloaded?': async (faults) => {
    const { heard, updates } = await converse({ faults });
    expect(heard.at(-1)).toMatchObject({ id: 2, error: { code: -32603, message: 'overloaded' } });
    expect(updates()).toEqual([]);
  },
  'What does the agent do when a file cannot be written?': async (faults) => {
    const { agent, asked, isAnswered } = await converse({ faults });
    expect(asked()).toEqual(['session/request_permission']);
    expect(agent.journal.at(-1)).toMatchObject({ kind: 'error', error: { message: 'disk full' } });
    expect(isAnswered()).toBe(true);
  },
  'Does the agent wait for a person who never answers?': async (faults) => {
    const { agent, isAnswered } = await converse({ faults });
    expect(isAnswered()).toBe(false);
    expect(agent.waitingFor()).toContain('the client to answer session/request_permission');
  },
  'Does my editor stay smooth with a slow model?': async (faults) => {
    const clock = virtualClock();
    const { updates } = await converse({ faults, clock });
    expect(updates()).toEqual([]);
    clock.advance(400);
    await new Promise((resolve) => setImmediate(resolve));
    expect(updates()[0]).toBe('agent_message_chunk');
  },
  'Does my client read lines however the bytes are cut?': async (faults) => {
    const { chunks, updates, isAnswered } = await converse({ faults });
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(3);
    expect([updates(), isAnswered()]).toEqual([UPDATES, true]);
  },
  'Does it skip a warning that is not JSON?': async (faults) => {
    const { noise, heard, isAnswered } = await converse({ faults });
    expect(noise).toEqual(heard.map(() => 'npm warn deprecated'));
    expect(isAnswered()).toBe(true);
  },
  'Does it continue after an update of an unknown kind?': async (faults) => {
    const { updates, isAnswered } = await converse({ faults });
    expect([updates(), isAnswered()]).toEqual([['unknown_by_acptap', ...UPDATES.slice(1)], true]);
  },
  'Does it show a tool call once when the agent announces it twice?': async (faults) => {
    const { updates, isAnswered } = await converse({ faults });
    expect([updates(), isAnswered()]).toEqual([UPDATES.toSpliced(1, 0, 'tool_call'), true]);
  },
};

test('each recipe in docs/intervene.md is tried here', () => {
  expect([...recipes.keys()]).toEqual(Object.keys(outcomes));
});

test.each([...recipes])('a recipe has its described effect: %s', async (question, faults) => {
  expect.hasAssertions();
  await outcomes[question]?.(faults);
});
