import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from '#core/info/capability-table.ts';
import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import { MAX_LISTED, MAX_TEXT } from '#core/model/info.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

function infoOf(transcript: string) {
  const folded = createStatsAndInfo();
  for (const entry of parseTranscript(transcript)) folded.apply(entry);
  return folded.info();
}

const capabilityOf = (transcript: string, path: string) =>
  infoOf(transcript).capabilities.find((each) => each.path === path);

const hands = (client: object, agent: object, more = '') => `
  @0 > 0 initialize ${JSON.stringify({ protocolVersion: 1, clientCapabilities: client, clientInfo: { name: 'editor', version: '1' } })}
  @5000 < 0 ok ${JSON.stringify({ protocolVersion: 1, agentCapabilities: agent, authMethods: [{ id: 'key', name: 'API key', description: 'From the environment' }] })}
  ${more}`;

describe('the handshake', () => {
  test('shows the peers, the requested and the negotiated version, and its duration', () => {
    const { handshake } = infoOf(hands({}, {}));
    expect(handshake).toEqual({
      asked: { seq: 0, version: 1 },
      answered: { seq: 1, version: 1, duration: 5000 },
      client: { name: 'editor', title: null, version: '1' },
      agent: null,
    });
  });

  test('without a response leaves all facts about the agent unknown', () => {
    const { handshake, capabilities } = infoOf(
      '> 0 initialize {"protocolVersion":1,"clientCapabilities":{"terminal":true}}',
    );
    expect(handshake.answered).toBeNull();
    expect(new Set(capabilities.map(({ advertised }) => advertised))).toEqual(new Set(['unknown']));
  });

  test('with a version that is not a number has no version', () => {
    expect(infoOf('> 0 initialize {"protocolVersion":"1.0"}').handshake.asked).toEqual({ seq: 0, version: null });
  });

  test('lists the login methods, except those without an id', () => {
    expect(infoOf(hands({}, {})).authMethods).toEqual([
      { id: 'key', name: 'API key', description: 'From the environment', type: 'agent' },
    ]);
    expect(
      infoOf('> 0 initialize {}\n< 0 ok {"protocolVersion":1,"authMethods":[{"name":"x"},7]}').authMethods,
    ).toEqual([]);
  });
});

describe('a capability', () => {
  test('is advertised or not, by its owner', () => {
    const text = hands({ fs: { readTextFile: true } }, { loadSession: false });
    expect(capabilityOf(text, 'fs.readTextFile')).toMatchObject({
      owner: 'client',
      advertised: 'yes',
      seq: 0,
      uses: 0,
    });
    expect(capabilityOf(text, 'terminal')).toMatchObject({ owner: 'client', advertised: 'no', seq: 0 });
    expect(capabilityOf(text, 'loadSession')).toMatchObject({ owner: 'agent', advertised: 'no', seq: 1 });
  });

  test('with a value that is neither yes nor no is unknown', () => {
    expect(capabilityOf(hands({ terminal: 'yes' }, {}), 'terminal')).toMatchObject({ advertised: 'unknown' });
  });

  test('counts its uses and has the first of them', () => {
    const read = '< 7 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 7 ok {"content":""}';
    expect(capabilityOf(hands({}, {}, `${read}\n${read}`), 'fs.readTextFile')).toMatchObject({ uses: 2, firstUse: 2 });
  });

  test('is not used by its owner, or by a message in the wrong direction', () => {
    const astray = '> 7 fs/read_text_file {"sessionId":"s","path":"/a"}';
    expect(capabilityOf(hands({}, {}, astray), 'fs.readTextFile')).toMatchObject({ uses: 0 });
  });

  test('has its path in the negotiated version', () => {
    const two = `> 0 initialize {"protocolVersion":2,"capabilities":{}}
      < 0 ok {"protocolVersion":2,"capabilities":{"session":{"prompt":{"image":{}}}}}
      > 1 session/new {"cwd":"/w"}`;
    const paths = infoOf(two).capabilities.filter(({ advertised }) => advertised === 'yes');
    expect(paths.map(({ path }) => path)).toEqual(['session.prompt.image', 'session']);
    expect(capabilityOf(two, 'session')).toMatchObject({ uses: 1, firstUse: 2 });
    expect(capabilityOf(two, 'terminal')).toBeUndefined();
  });

  test('unknown to acptap is listed with its value', () => {
    const { others } = infoOf(
      hands({ fs: { readTextFile: true, watch: true }, _meta: { 'x.dev': { a: 1 } } }, { loadsession: true }),
    );
    expect(others).toEqual([
      { owner: 'client', path: 'fs.watch', value: 'true', seq: 0 },
      { owner: 'client', path: '_meta.x.dev', value: '{"a":1}', seq: 0 },
      { owner: 'agent', path: 'loadsession', value: 'true', seq: 1 },
    ]);
  });

  const rules = new Map(catalogue.map((rule) => [rule.id, rule]));
  const cases = [...new Set(CAPABILITIES.map(({ rule }) => rule))].flatMap((id) =>
    (rules.get(id)?.examples.breaks ?? [id])
      .filter((example) => !isOverride(example))
      .map((example, index) => ({ id, index, example })),
  );

  test.each(cases)('used without being advertised shows where $id is broken ($index)', ({ id, example }) => {
    const { capabilities } = infoOf(example);
    const blamed = capabilities.filter(({ rule, advertised, uses }) => rule === id && advertised === 'no' && uses > 0);
    expect(blamed.map(({ rule }) => rule)).toContain(id);
  });

  test('is in the table if a rule needs one', () => {
    const asking = catalogue.map(({ id }) => id).filter((id) => /^capability\/.*-(is|are)-offered$/.test(id));
    const listed = new Set(CAPABILITIES.map(({ rule }) => rule));
    // These rules check lists of logins, and whether a single tool call or terminal (version 2) can be cancelled.
    expect(asking.filter((id) => !listed.has(id))).toEqual([
      'capability/login-is-offered',
      'capability/tool-call-cancel-is-offered',
      'capability/terminal-cancel-is-offered',
    ]);
  });
});

/** The absent member is below the capability, which was advertised. */
const isOverride = (example: string) => example.includes('"mode":"override"') && example.includes('"systemPrompt":{}');

describe('a session', () => {
  const opened = hands(
    {},
    {},
    `@10000 > 1 session/new {"cwd":"/w","mcpServers":[]}
     @30000 < 1 ok ${JSON.stringify({
       sessionId: 's',
       modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { name: 'without an id' }] },
       models: { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'Model' }] },
       configOptions: [
         { id: 'effort', name: 'Effort', currentValue: 'low', options: [{ group: 'g', options: [{}, {}] }, {}] },
       ],
     })}`,
  );

  test('shows how it was opened, how long that took, and what it offers', () => {
    const { sessions, sessionCount } = infoOf(opened);
    expect(sessionCount).toBe(1);
    expect(sessions).toEqual([
      {
        id: 's',
        by: 'session/new',
        seq: 2,
        duration: 20_000,
        cwd: '/w',
        closed: null,
        modes: { current: 'ask', available: [{ id: 'ask', name: 'Ask' }], seq: 3 },
        models: { current: 'm', available: [{ id: 'm', name: 'Model' }], seq: 3 },
        options: { list: [{ id: 'effort', name: 'Effort', current: '"low"', values: 3 }], seq: 3 },
        commands: null,
      },
    ]);
  });

  test('has the latest mode and commands', () => {
    const { sessions } = infoOf(`${opened}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"plan","description":"Makes one"},{}]}}
      > 2 session/set_mode {"sessionId":"s","modeId":"never"}
      < 2 error {"code":-32602,"message":"no"}`);
    expect(sessions[0]?.modes).toMatchObject({ current: 'code', seq: 4 });
    expect(sessions[0]?.commands).toEqual({ list: [{ name: 'plan', description: 'Makes one' }], seq: 5 });
  });

  test('takes the client’s mode after the agent has accepted it', () => {
    const { sessions } = infoOf(`${opened}
      > 2 session/set_mode {"sessionId":"s","modeId":"code"}
      < 2 ok {}`);
    expect(sessions[0]?.modes).toMatchObject({ current: 'code', seq: 5 });
  });

  test('that was closed has the closing request', () => {
    const { sessions } = infoOf(`${opened}\n> 2 session/close {"sessionId":"s"}\n< 2 ok {}`);
    expect(sessions[0]?.closed).toEqual({ by: 'session/close', seq: 5 });
  });
});

test('lists the steps before the first prompt in order, also open and failed ones', () => {
  const { setup } = infoOf(`
    @0 > 0 initialize {}
    @1000 < 0 ok {"protocolVersion":1}
    @2000 > 1 authenticate {"methodId":"key"}
    @5000 < 1 error {"code":-32000,"message":"no"}
    @6000 > 2 session/new {"cwd":"/w","mcpServers":[]}`);
  expect(setup).toEqual([
    { method: 'initialize', seq: 0, t: 0, duration: 1000, ok: true },
    { method: 'authenticate', seq: 2, t: 2000, duration: 3000, ok: false },
    { method: 'session/new', seq: 4, t: 6000, duration: null, ok: null },
  ]);
});

test('shows how the process ended', () => {
  expect(infoOf('= spawn {"pid":7}\n> _a {}\n= exit {"code":null,"signal":"SIGTERM"}').process).toMatchObject({
    spawned: { seq: 0, pid: 7 },
    exited: { seq: 2, code: null, signal: 'SIGTERM' },
  });
});

test('limits the memory for endless lists of a peer', () => {
  const many = Array.from({ length: 300 }, (_, index) => [`x${index}`, 'y'.repeat(1000)] as const);
  const sessions = many.flatMap(([id], index) => [
    `> ${index} session/new {"cwd":"/w","mcpServers":[]}`,
    `< ${index} ok ${JSON.stringify({ sessionId: id })}`,
  ]);
  const info = infoOf(`${hands(Object.fromEntries(many), {})}\n${sessions.join('\n')}`);
  expect(info.others).toHaveLength(MAX_LISTED);
  expect(info.others[0]?.value.length).toBeLessThanOrEqual(MAX_TEXT + 3);
  expect([info.sessions.length, info.sessionCount, info.setup.length]).toEqual([MAX_LISTED, 300, MAX_LISTED]);
});
