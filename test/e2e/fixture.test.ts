import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from '../support/effort.ts';
import { project, runTests } from '../support/vitest-project.ts';

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

/** A test for each word: opens two sessions at once in new folders, and keeps the recorded file. */
const TEST = `
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { recordedAgent } from 'acptap/vitest';
import { expect, test } from 'vitest';

const words = process.env.WORDS.split(' ');

test.each(words.entries().toArray())('two turns %i', async (index, word) => {
  if (index > 0) copyFileSync('two-turns.acp.jsonl', 'made-' + (index - 1)); // it is written after its test
  process.env.WORD = word;
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

const FILES = { '.gitignore': 'node_modules', 'agent.mjs': AGENT, 'a.test.mjs': TEST };

/** Runs the test of a project once for each word, which the agent says. */
async function run(folder: string, words: readonly string[], env: NodeJS.ProcessEnv = { ACPTAP_RECORD: 'all' }) {
  const { stdout, stderr } = await runTests(folder, { ...env, WORDS: words.join(' ') });
  expect(stdout + stderr).toMatch(new RegExp(`Tests +${words.length} passed`));
}

test('recording a test again makes an equal file, unless the agent behaves differently', async () => {
  const folder = project(FILES);
  await run(folder, ['.', '.', '!']);
  const [first = '', again, different] = ['made-0', 'made-1', 'two-turns.acp.jsonl'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(first).toContain('/acptap/project-2/notes.txt');
  expect(again).toBe(first);
  expect(different).not.toBe(first);
});

test.runIf(isLong)('recording and replaying a test again leave git status clean', async () => {
  const folder = project(FILES);
  const git = (...words: readonly string[]) => execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
  git('init', '--quiet');
  await run(folder, ['.']);
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'The first recording');
  await run(folder, ['.']);
  expect(git('status', '--porcelain')).toBe('');
  await run(folder, ['.']);
  await run(folder, ['.'], { CI: 'true' });
  expect(git('status', '--porcelain')).toBe('');
  await run(folder, ['!']);
  expect(git('status', '--porcelain')).toBe(' M two-turns.acp.jsonl\n');
});
