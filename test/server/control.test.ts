import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveMessage } from '#core/contract/api.ts';
import type { ControlState, ControlVerb } from '#core/contract/control.ts';
import { createFold } from '#core/fold/fold.ts';
import { createControl } from '#core/intervene/control.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts } from '#core/intervene/frame-facts.ts';
import { createHolds } from '#core/intervene/holds.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import type { Plan } from '#core/intervene/plan.ts';
import { elapsedUs } from '#core/units.ts';
import { encodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { runningAgents } from '../../proxy/cli/live/running-agents.ts';
import { openControlSocket } from '../../proxy/intervene/control-socket.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { startServer, type InspectorServer } from '../../proxy/server/app.ts';
import { SUBPROTOCOL } from '../../proxy/server/guard.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { dataFolder } from '../../proxy/shim/data-folder.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { header } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';

const lastly = cleanUpAfterAll();
const folder = dataFolder({ ACPTAP_HOME: temporaryFolder(lastly) });
let server: InspectorServer;

beforeAll(async () => {
  mkdirSync(folder.spool, { mode: 0o700 });
  const store = openStore(MEMORY);
  const fold = createFold();
  for (const entry of parseTranscript('> 1 initialize {"protocolVersion":1}')) fold.apply(entry);
  store.write.append(store.write.begin(header({ id: 'ended' })).no, { ...fold.take(), from: 0, to: 0 });
  const ports = { onWatched: () => {}, onTrouble: () => {} };
  const library = wholeDatabase(() => store);
  const agents = runningAgents(folder);
  server = await startServer({ library, agents, page: import.meta.dirname, port: 0, ...ports });
  lastly(async () => {
    await server.close();
    store.close();
  });
});

/** The control of a running agent, as a shim has it, without the agent. */
function runAgent(id: string) {
  const holds = createHolds({ timeout: 60_000, onTimeout: 'pass', alone: false, grace: 0 }, compileRegex);
  const faults = createDecider([readFault('drop', compileRegex)], 1, compileRegex);
  const written: string[] = [];
  const about = { recording: id, name: null, command: ['agent'], startedAt: 0, seed: 1 };
  const inject = (toward: string, { bytes }: { readonly bytes: Uint8Array }) =>
    void written.push(`${toward} ${Buffer.from(bytes).toString()}`);
  const socket = openControlSocket(folder, id, {
    control: createControl({ about, holds, faults, inject, now: Date.now }),
    watch: holds.watch,
    unwatch: () => holds.unwatch(Date.now()),
    update: () => socket.changed(),
  });
  onTestFinished(socket.close);
  const factsOf = createFrameFacts(() => true);
  let index = 0;
  const send = (method: string): Plan | undefined => {
    const bytes = encodeUtf8(`{"jsonrpc":"2.0","method":"${method}"}\n`);
    const place = { offset: 0, index: index++ };
    const plan = holds.consider(factsOf({ from: 'agent', bytes }, elapsedUs(0)), undefined, place, Date.now());
    socket.changed();
    return plan;
  };
  return { holds, written, send, end: socket.close };
}

/** A page that is open. */
async function openPage() {
  const address = `ws://127.0.0.1:${server.port}/api/live`;
  const page = new WebSocket(address, [SUBPROTOCOL, server.guard.token], { origin: originOf() });
  const states = new Map<string, ControlState | null>();
  page.on('message', (data: Buffer) => {
    const message = JSON.parse(String(data)) as LiveMessage;
    if (message.kind === 'taking-part') states.set(message.recording, message.state);
  });
  onTestFinished(() => page.terminate());
  return { close: () => page.terminate(), stateOf: (id: string) => states.get(id) };
}

const originOf = () => `http://127.0.0.1:${server.port}`;

async function post(path: string, value: unknown, headers: Readonly<Record<string, string>> = {}) {
  const own = { authorization: `Bearer ${server.guard.token}`, origin: originOf(), 'content-type': 'application/json' };
  const response = await fetch(`${originOf()}/api/recordings/${path}`, {
    method: 'POST',
    headers: { ...own, ...headers },
    body: JSON.stringify(value),
  });
  return [response.status, await response.json()] as const;
}

const ask = (id: string, verb: ControlVerb) => post(`${id}/control`, verb);
const isHeld = (plan: Plan | undefined): boolean => plan?.timing.isHeld?.() ?? false;
const line = (text: string) => toBase64(encodeUtf8(`${text}\n`));

describe('a running agent', () => {
  test('holds frames while a page is open, and the page releases, edits or drops them', async () => {
    const agent = runAgent('live');
    const first = await openPage();
    const page = await openPage();
    await waitFor('a page that watches', () => page.stateOf('live'));
    expect(await ask('live', { do: 'add-breakpoint', filter: 'method:_held' })).toMatchObject([
      200,
      { state: { seed: 1, breakpoints: [{ number: 1, filter: 'method:_held', isOn: true }] } },
    ]);
    expect(agent.send('_other')).toBeUndefined();
    const plans = ['_held', '_held', '_held', '_held', '_held'].map(agent.send);
    const held = await waitFor('the held frames', () => page.stateOf('live')?.heldCount === 5 && page.stateOf('live'));
    expect(held).toMatchObject({ held: [{ number: 1, waiting: 4, breakpoint: 'method:_held' }, {}, {}, {}, {}] });

    expect(await ask('live', { do: 'frame', number: 1 })).toEqual([
      200,
      { bytes: line('{"jsonrpc":"2.0","method":"_held"}') },
    ]);
    expect(await ask('live', { do: 'release', number: 1 })).toEqual([200, {}]);
    expect(await ask('live', { do: 'drop', number: 2 })).toEqual([200, {}]);
    expect(await ask('live', { do: 'edit', number: 3, bytes: line('{}') })).toEqual([200, {}]);
    expect(plans.map(isHeld)).toEqual([false, false, false, true, true]);
    const settled = plans.slice(0, 3).map((plan) => plan?.settle?.().bytes);
    expect(settled.map((bytes) => bytes && String(Buffer.from(bytes)))).toEqual([
      '{"jsonrpc":"2.0","method":"_held"}\n',
      undefined,
      '{}\n',
    ]);
    expect(await ask('live', { do: 'release', number: 1 })).toEqual([409, { error: 'frame 1 is not held' }]);

    // A frame is bytes for one side, even if it looks like a request to acptap.
    const verb = '{"id":1,"do":"release","number":"all"}';
    expect(await ask('live', { do: 'inject', toward: 'client', bytes: line(verb) })).toEqual([200, {}]);
    expect(agent.written).toEqual([`client ${verb}\n`]);
    const lines = line('{}\n{}');
    expect(await ask('live', { do: 'inject', toward: 'agent', bytes: lines })).toEqual([
      409,
      { error: 'a frame is one line' },
    ]);
    expect(agent.holds.heldCount()).toBe(2);

    expect(await ask('live', { do: 'set-fault', number: 0, isOn: false })).toMatchObject([
      200,
      { state: { faults: [{ isOn: false }] } },
    ]);
    expect(await ask('live', { do: 'set-breakpoint', number: 1, isOn: false })).toMatchObject([200, {}]);
    expect(agent.send('_held')).toBeUndefined();
    expect(await ask('live', { do: 'add-breakpoint', filter: 'dur:>1s' })).toMatchObject([
      409,
      { error: expect.stringContaining('dur') },
    ]);
    expect(await ask('live', { do: 'remove-breakpoint', number: 1 })).toMatchObject([
      200,
      { state: { breakpoints: [] } },
    ]);

    first.close();
    await waitFor('the state of the second page', () => page.stateOf('live')?.breakpoints.length === 0);
    expect(agent.holds.isKept(Date.now())).toBe(true);
    page.close();
    await waitFor('the last watcher to go', () => !agent.holds.isKept(Date.now()));
    agent.holds.expire(Date.now());
    expect(plans.map(isHeld)).toEqual([false, false, false, false, false]);
  });

  test('is not reached without the token, from another origin, or by a path', async () => {
    const agent = runAgent('guarded');
    const page = await openPage();
    await waitFor('a page that watches', () => page.stateOf('guarded'));
    agent.holds.addBreakpoint('');
    const plan = agent.send('_held');
    const verb = { do: 'release', number: 'all' };
    const refused = async (headers: Readonly<Record<string, string>>) =>
      (await post('guarded/control', verb, headers))[0];
    expect(await refused({ authorization: '' })).toBe(401);
    expect(await refused({ authorization: 'Bearer wrong' })).toBe(401);
    expect(await refused({ origin: 'http://evil.com' })).toBe(403);
    expect(await refused({ origin: 'null' })).toBe(403);
    expect((await post('..%2fspool%2fguarded/control', verb))[0]).toBe(409); // the path of its socket
    expect(isHeld(plan)).toBe(true);
    expect(await post('guarded/control', verb)).toEqual([200, {}]);
    expect(isHeld(plan)).toBe(false);
  });

  test('is forgotten by an open page when it ends', async () => {
    const page = await openPage();
    const agent = runAgent('short');
    expect(await waitFor('its state', () => page.stateOf('short'))).toMatchObject({ command: ['agent'] });
    agent.end();
    await waitFor('its end', () => page.stateOf('short') === null);
  });
});

test.each<[what: string, path: string, value: unknown, status: number, error: string]>([
  [
    'nobody runs',
    'ended/control',
    { do: 'release', number: 1 },
    409,
    'acptap cannot take part in ended: no running agent',
  ],
  ['the page watches otherwise', 'ended/control', { do: 'watch' }, 400, 'do is one of frame, release'],
  ['it is not an object', 'ended/control', 5, 400, 'the body must be object'],
  ['it is too large', 'ended/control', { do: 'inject', bytes: 'A'.repeat(17 * 1024 * 1024) }, 413, 'too large'],
  ['no side writes it', 'ended/judge', { from: 'server', bytes: '' }, 400, 'from is client or agent'],
  ['it is no base64', 'ended/judge', { from: 'agent', bytes: '§' }, 400, 'bytes is no base64'],
  ['there is no such recording', 'missing/judge', { from: 'agent', bytes: '' }, 404, 'there is no recording missing'],
])('a request is refused because %s', async (_what, path, value, status, error) => {
  expect(await post(path, value)).toEqual([status, { error: expect.stringContaining(error) }]);
});

test('a line is judged by the earlier frames of its receiver', async () => {
  const judge = (text: string) => post('ended/judge', { from: 'agent', bytes: line(text) });
  const answer = '"result":{"protocolVersion":1,"agentInfo":{"name":"a","version":"1"}}}';
  expect(await judge(`{"jsonrpc":"2.0","id":1,${answer}`)).toEqual([200, []]);
  expect(await judge(`{"jsonrpc":"2.0","id":7,${answer}`)).toMatchObject([
    200,
    [{ grade: 'error', side: 'agent', seq: 1 }],
  ]);
});
