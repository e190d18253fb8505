import { Readable, Writable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { acptap, peer, start, startShim, type Running } from '../support/processes.ts';
import { list, rawBytes, shown } from '../support/recorded.ts';
import { takeTurn } from '../support/sdk-client.ts';

/** A turn of the SDK's client with a running agent; also the bytes that the client wrote. */
async function converse({ child, closed }: Running) {
  const written: Uint8Array[] = [];
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      written.push(chunk);
      controller.enqueue(chunk);
    },
  });
  void watch.readable.pipeTo(Writable.toWeb(child.stdin)).catch(() => {}); // the SDK leaves its streams open
  const seen = await takeTurn(watch.writable, Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>);
  child.stdin.end();
  return { seen, written: Buffer.concat(written), outcome: await closed };
}

const SEEN = {
  updates: [
    'agent_message_chunk: I look at the file. ',
    'tool_call',
    'tool_call_update',
    'agent_message_chunk: 4 selected allow ✓',
  ],
  asked: ['read /work/file', 'permission allow reject'],
  stopReason: 'end_turn',
};

const lastly = cleanUpAfterAll();
const home = temporaryFolder(lastly);
let shim: Running;
let wrapped: Awaited<ReturnType<typeof converse>>;

beforeAll(async () => {
  shim = startShim(peer('sdk-agent'), { home, lastly });
  wrapped = await converse(shim);
});

test('an SDK client and agent have the same turn through acptap as without it, and acptap records it whole', async () => {
  const direct = await converse(start(peer('sdk-agent')));
  expect(direct.seen).toEqual(SEEN);

  expect([wrapped.seen, wrapped.outcome]).toEqual([SEEN, direct.outcome]);
  expect(shim.stderr()).toBe('sdk-agent is ready\n');
  expect((await rawBytes(home, 'client')).equals(wrapped.written)).toBe(true);
  expect((await rawBytes(home, 'agent')).equals(shim.stdout())).toBe(true);
  expect((await rawBytes(home, 'stderr')).toString()).toBe('sdk-agent is ready\n');

  expect(await list(home)).toMatchObject([
    { client: { name: 'sdk-client' }, agent: { name: 'sdk-agent' }, protocolVersion: 1, findings: { error: 0 } },
  ]);
  const messages = (await shown(home)).filter(({ from }) => from === 'client' || from === 'agent');
  expect(messages.map(({ from, kind, method }) => `${from} ${kind} ${method}`)).toEqual([
    'client request initialize',
    'agent response initialize',
    'client request session/new',
    'agent response session/new',
    'client request session/prompt',
    'agent notification session/update',
    'agent notification session/update',
    'agent request fs/read_text_file',
    'client response fs/read_text_file',
    'agent request session/request_permission',
    'client response session/request_permission',
    'agent notification session/update',
    'agent notification session/update',
    'agent response session/prompt',
  ]);
  expect(await acptap(home, 'check', 'latest')).toMatchObject({ code: 0 });
});

test('the recording of the official SDK’s agent is an agent for the official SDK’s client', async () => {
  const recorded = await rawBytes(home, 'agent');
  const replay = start([process.execPath, 'dist/cli.js', 'replay', 'latest'], { home });
  const { seen, outcome } = await converse(replay);
  expect([seen, outcome, replay.stderr()]).toEqual([SEEN, { code: 0, signal: null }, '']);
  expect(replay.stdout().equals(recorded)).toBe(true);
});
