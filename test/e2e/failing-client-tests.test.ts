import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, runTests } from '../support/vitest-project.ts';

/** A client's tests that fail, as a client developer writes them: with SDK 1, and with a client of their own. */
const TESTS = `
import { ClientSideConnection, ndJsonStream } from 'acp-sdk-1';
import { fixture, replayAgent } from 'acptap/replay';
import 'acptap/vitest';
import { expect, test, vi } from 'vitest';

const greets = await fixture(new URL('greets.acp.jsonl', import.meta.url));
const never = () => new Promise(() => {});

function connect(replay, choose = async () => 'allow') {
  const toClient = () => ({
    sessionUpdate: async () => {},
    requestPermission: async () => ({ outcome: { outcome: 'selected', optionId: await choose() } }),
  });
  return new ClientSideConnection(toClient, ndJsonStream(replay.writable, replay.readable));
}

async function prompt(client) {
  await client.initialize({ protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await client.newSession({ cwd: '/tmp', mcpServers: [] });
  return client.prompt({ sessionId, prompt: [{ type: 'text', text: 'Say hello' }] });
}

test('a permission handler that never answers', async () => {
  await prompt(connect(replayAgent(greets), never));
});

test('a permission handler of a client without an SDK that never answers', async () => {
  const replay = replayAgent(greets);
  const writer = replay.writable.getWriter();
  const say = (method, id, params) =>
    writer.write(new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n'));
  await say('initialize', 0, { protocolVersion: 1 });
  await say('session/new', 1, { cwd: '/tmp', mcpServers: [] });
  await say('session/prompt', 2, { sessionId: 's1', prompt: [{ type: 'text', text: 'Say hello' }] });
  await replay.finished();
});

test('no prompt', async () => {
  const replay = replayAgent(greets);
  await connect(replay).initialize({ protocolVersion: 1, clientCapabilities: {} });
  await expect(replay).toHaveReplayedCompletely();
});

test('another choice', async () => {
  await prompt(connect(replayAgent(greets), async () => 'reject'));
});

test('a wait that is longer than the test', async () => {
  await prompt(connect(replayAgent(greets, { personTimeout: 60_000 }), never));
}, 2000);

test('a matcher without await', async () => {
  const replay = replayAgent(greets);
  await prompt(connect(replay));
  expect(replay).toHaveReplayedCompletely();
});

test('finished() without await', async () => {
  const replay = replayAgent(greets);
  await prompt(connect(replay));
  replay.finished();
});

test('no initialize', async () => {
  await connect(replayAgent(greets, { timeout: undefined })).newSession({ cwd: '/tmp', mcpServers: [] });
});

test('a delay that is longer than the test', async () => {
  await prompt(connect(replayAgent(greets, { frame: (_, wire) => wire.delay(60_000) })));
}, 2000);

test('a fixture without await', async () => {
  replayAgent(fixture(new URL('greets.acp.jsonl', import.meta.url)));
});

test('fake timers: passes', async () => {
  vi.useFakeTimers();
  const replay = replayAgent(greets);
  await prompt(connect(replay));
  await expect(replay).toHaveReplayedCompletely();
  vi.useRealTimers();
});
`;

/** The used part of vitest's JSON report. */
interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

test('failing client tests show the reason in their first lines, before their timeout', async () => {
  const folder = project({
    'client.test.ts': TESTS,
    'greets.acp.jsonl': readFileSync('recordings/examples/client-test/greets.acp.jsonl', 'utf8'),
  });
  const options = ['--testTimeout=6000', '--reporter=default', '--reporter=json', '--outputFile.json=results.json'];
  const { stdout, stderr } = await runTests(folder, {}, options);
  expect(stdout + stderr).not.toContain('Unhandled');
  const { testResults } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = new Map(results.map(({ title, failureMessages }) => [title, failureMessages]));
  const first = (title: string) => failures.get(title)?.[0]?.split('\n')[0];

  const permission = 'the client to answer session/request_permission (#9); the wait began ';
  expect(first('a permission handler that never answers')).toContain(`waited 3 s for ${permission}`);
  const printed = stdout + stderr;
  for (const [title, messages] of failures)
    expect([title, messages.length]).toEqual([title, title.endsWith('passes') ? 0 : 1]);
  expect(printed.match(/ FAIL .* > another choice\n/g)).toHaveLength(1);
  expect(printed).toMatch(
    / > another choice\nReplayDivergence: the client answered [^]*\nCaused by: RequestError: acptap replay: the/,
  );
  expect(first('a permission handler of a client without an SDK that never answers')).toContain(permission);
  expect(first('no prompt')).toContain('waited 3 s for the client to send session/new "/home/user/app" (#3)');
  expect(first('another choice')).toContain('answered session/request_permission with reject, the recording has allow');
  expect(first('a wait that is longer than the test')).toContain(
    'when the test ended, the replay waited for the client to answer session/request_permission (#9), for ',
  );
  expect(printed).toMatch(
    / > a wait that is longer than the test\nError: when the test [^]*\nCaused by: Error: Test timed out in 2000ms/,
  );
  expect(first('no initialize')).toContain('the recording expects initialize next (#1), the client sent session/new');
  expect(first('a delay that is longer than the test')).toContain(
    'the replay waited for the time to send the answer to initialize (#2), ',
  );
  expect(first('a fixture without await')).toContain('await is missing');
  expect(first('a matcher without await')).toContain('expect(…).toHaveReplayedCompletely() was not awaited');
  expect(first('finished() without await')).toContain('the test ended before finished() was awaited');
  expect(failures.get('fake timers: passes')).toEqual([]);
});
