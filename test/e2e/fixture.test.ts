import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rounds } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { answerOf, start } from '../support/processes.ts';

/** An agent that changes everything it may in each run: ids, times, temporary files, and the order of two turns. */
const AGENT = `
import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const folders = new Map();
const scratch = join(tmpdir(), 'agent-' + randomUUID());
process.stderr.write('pid ' + process.pid + ' works in ' + scratch + '\\n');
agent({ name: 'random-agent' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, async ({ params: { cwd } }) => {
    const sessionId = randomUUID();
    folders.set(sessionId, cwd);
    await pause(randomInt(20));
    return { sessionId };
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId }, client }) => {
    const update = async (patch) => {
      await pause(randomInt(20));
      await client.notify(methods.client.session.update, { sessionId, update: patch });
    };
    const toolCallId = 'call_' + randomUUID();
    const path = join(folders.get(sessionId), 'notes.txt');
    await update({ sessionUpdate: 'session_info_update', title: 'Mend', updatedAt: new Date().toISOString() });
    await update({
      sessionUpdate: 'tool_call', toolCallId, title: 'Read', kind: 'read', status: 'pending',
      locations: [{ path }, { path: join(scratch, 'copy.txt') }], _meta: { parent: toolCallId },
    });
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId, toolCall: { toolCallId }, options: [{ optionId: 'allow', name: 'Allow', kind: 'allow_once' }],
    });
    await update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    const text = 'I have read ' + path + ': ' + outcome.outcome + process.env.WORD;
    await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    return { stopReason: 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => {})
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`;

/** Two sessions at once, in new folders. */
const TEST = `
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { recordedAgent } from 'acptap/vitest';
import { expect, test } from 'vitest';

test('two turns', async () => {
  const agent = await recordedAgent({ fixture: 'two-turns.acp.jsonl', command: [process.execPath, 'agent.mjs'] });
  await client({ name: 'client' })
    .onNotification(methods.client.session.update, () => {})
    .onRequest(methods.client.session.requestPermission, () => ({ outcome: { outcome: 'selected', optionId: 'allow' } }))
    .connectWith(ndJsonStream(agent.writable, agent.readable), async (remote) => {
      await remote.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const folder = () => mkdtempSync(join(tmpdir(), 'client-'));
      const open = () => remote.request(methods.agent.session.new, { cwd: folder(), mcpServers: [] });
      const sessions = await Promise.all([open(), open()]);
      const turns = sessions.map(({ sessionId }) =>
        remote.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Mend it' }] }),
      );
      expect(await Promise.all(turns)).toMatchObject([{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }]);
    });
});
`;

function project(): string {
  const folder = temporaryFolder();
  const files = {
    'package.json': '{"type":"module"}',
    '.gitignore': 'node_modules',
    'agent.mjs': AGENT,
    'a.test.mjs': TEST,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, 'node_modules', '@agentclientprotocol'), { recursive: true });
  for (const name of ['vitest', '@agentclientprotocol/sdk'])
    symlinkSync(realpathSync(join('node_modules', name)), join(folder, 'node_modules', name));
  symlinkSync(realpathSync('.'), join(folder, 'node_modules', 'acptap'));
  return folder;
}

test('recording a test again leaves git status clean, unless the agent behaves differently', async () => {
  const folder = project();
  const git = (...words: readonly string[]) => execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
  git('init', '--quiet');
  async function run(env: NodeJS.ProcessEnv) {
    const words = [process.execPath, join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder] as const;
    const all = { NO_COLOR: '1', CI: '', WORD: '.', ...env };
    const { stdout, stderr } = await answerOf(start(words, { cwd: folder, env: all }));
    expect(stdout + stderr).toMatch(/Tests +1 passed/);
    return git('status', '--porcelain');
  }

  await run({ ACPTAP_RECORD: 'all' });
  const first = readFileSync(join(folder, 'two-turns.acp.jsonl'), 'utf8');
  expect(first).toContain('/acptap/project-2/notes.txt');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'The first recording');
  for (let again = 0; again < rounds(1, 2); again++) expect(await run({ ACPTAP_RECORD: 'all' })).toBe('');
  // A replay; in the gate the README's test has one.
  for (let replay = 0; replay < rounds(0, 1); replay++) expect(await run({ CI: 'true', ACPTAP_RECORD: '' })).toBe('');
  expect(await run({ ACPTAP_RECORD: 'all', WORD: '!' })).toBe(' M two-turns.acp.jsonl\n');
});
