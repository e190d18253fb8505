import { describe, expect, test } from 'vitest';
import { toCard } from '#core/cards/to-card.ts';
import { ELICITATIONS } from '../../../proxy/core/protocol/method-traits.ts';
import { cardsOf, entryCard, onlyCard } from './cards-of.ts';

const update = (json: string) => `< session/update {"sessionId":"s","update":${json}}`;

describe('a permission request', () => {
  const options =
    '"options":[{"optionId":"y","name":"Allow","kind":"allow_once"},{"optionId":"n","name":"Reject","kind":"reject_once"}]';

  test('is shown on its tool call, with the choice and the time it took', () => {
    const card = onlyCard(
      `@1000 < 5 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"c","title":"rm"},${options}}
      @2501000 > 5 ok {"outcome":{"outcome":"selected","optionId":"n"}}`,
      'tool-call',
    );
    expect(card).toMatchObject({ title: 'rm' });
    expect(card.asks).toEqual([
      {
        seq: 0,
        answered: 1,
        title: null,
        text: null,
        options: [
          { id: 'y', name: 'Allow', kind: 'allow_once' },
          { id: 'n', name: 'Reject', kind: 'reject_once' },
        ],
        outcome: 'selected',
        chosen: 'n',
        failure: null,
        t: 1000,
        until: 2_501_000,
      },
    ]);
  });

  test.each([
    ['> 5 ok {"outcome":{"outcome":"cancelled"}}', { outcome: 'cancelled', chosen: null }],
    ['> 5 error {"code":-32603,"message":"no"}', { outcome: 'error', failure: { message: 'no' } }],
    ['> 5 ok {}', { outcome: 'no outcome', chosen: null }],
    ['', { outcome: null, until: null }],
  ])('answered with %j shows that outcome', (answer, expected) => {
    const asked = `< 5 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"c"},${options}}`;
    expect(onlyCard(`${asked}\n${answer}`, 'tool-call').asks).toMatchObject([expected]);
  });

  test.each(['"toolCall":{"toolCallId":"c","rawInput":{"path":"a"}}', '"toolCallId":"c","rawInput":{"path":"a"}'])(
    'of version 2 shows what its subject says of the tool call: %s',
    (call) => {
      const asked = `< 5 session/request_permission {"sessionId":"s","subject":{"type":"tool_call",${call}},${options}}`;
      expect(onlyCard(asked, 'tool-call').input?.text).toContain('"path"');
    },
  );

  test('of version 2 about a command is a card of its own', () => {
    const card = onlyCard(
      `< "p" session/request_permission {"sessionId":"s","title":"Run it?","subject":{"type":"command","command":"rm -rf /","cwd":"/"},${options}}`,
      'permission',
    );
    expect(card.asks).toMatchObject([{ title: 'Run it?', text: 'rm -rf /' }]);
  });
});

describe('a plan', () => {
  const items = (status: string) => `"entries":[{"content":"a","priority":"high","status":"${status}"}]`;

  test('is shown in its latest state', () => {
    const card = onlyCard(
      `> 1 session/prompt {"sessionId":"s","prompt":[]}
      ${update(`{"sessionUpdate":"plan",${items('pending')}}`)}
      ${update(`{"sessionUpdate":"plan",${items('completed')}}`)}`,
      'plan',
    );
    expect(card.plans).toMatchObject([{ seq: 2, items: [{ content: 'a', status: 'completed', priority: 'high' }] }]);
  });

  test('of version 2 is one of several, as items or as text', () => {
    const card = onlyCard(
      `> 1 session/prompt {"sessionId":"s","prompt":[]}
      ${update(`{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"1",${items('pending')}}}`)}
      ${update('{"sessionUpdate":"plan_update","plan":{"type":"markdown","planId":"2","content":"# Plan"}}')}`,
      'plan',
    );
    expect(card.plans).toMatchObject([
      { id: '1', items: [{ status: 'pending' }] },
      { id: '2', text: { text: '# Plan' } },
    ]);
  });
});

describe('the end of a turn', () => {
  test('of version 1 comes from the response to the prompt, with its token usage', () => {
    const transcript = `> 1 session/prompt {"sessionId":"s","prompt":[]}
      < 1 ok {"stopReason":"end_turn","usage":{"inputTokens":12,"outputTokens":3,"cachedReadTokens":0}}`;
    expect(entryCard(transcript, 1, 'end')).toMatchObject({
      stopReason: 'end_turn',
      tokens: [
        { name: 'input', count: 12 },
        { name: 'output', count: 3 },
      ],
    });
  });

  test('of version 2 comes from the update to idle, with its error', () => {
    const idle = update(
      '{"sessionUpdate":"state_update","state":"idle","stopReason":"error","error":{"code":-32000,"message":"overloaded"}}',
    );
    expect(entryCard(idle, 0, 'end')).toMatchObject({
      stopReason: 'error',
      failure: { code: -32_000, message: 'overloaded' },
    });
  });

  test('with an error object shows the error details', () => {
    const transcript = `> 1 session/prompt {"sessionId":"s","prompt":[]}
      < 1 error {"code":-32603,"message":"Internal error","data":{"details":"429 rate limit"}}`;
    expect(entryCard(transcript, 1, 'end')).toMatchObject({
      stopReason: null,
      failure: { seq: 1, code: -32_603, message: 'Internal error: 429 rate limit' },
    });
  });
});

test('a session shows its parameters and what the agent offers', () => {
  const card = onlyCard(
    `> 1 session/new {"cwd":"/w","mcpServers":[{"name":"files"}]}
    < 1 ok {"sessionId":"s","modes":{"currentModeId":"ask","availableModes":[]}}`,
    'session',
  );
  expect(card).toMatchObject({ method: 'session/new', id: 's', cwd: '/w', mode: 'ask', mcpServers: ['files'] });
});

test.each([
  ['session/set_mode {"sessionId":"s","modeId":"code"}', { what: 'mode', values: [{ name: 'code' }] }],
  [
    'session/set_config_option {"sessionId":"s","configId":"m","value":"x"}',
    { what: 'config', values: [{ name: 'm', value: 'x' }] },
  ],
  [
    'session/set_config_option {"sessionId":"s","configId":"m","value":{"type":"boolean","value":true}}',
    { what: 'config', values: [{ name: 'm', value: 'true' }] },
  ],
  ['authenticate {"methodId":"key"}', { what: 'login', values: [{ name: 'key' }] }],
])('the client’s %s is shown as a change', (call, expected) => {
  expect(onlyCard(`> 1 ${call}\n< 1 error {"code":1,"message":"no"}`, 'change')).toMatchObject({
    by: 'client',
    failure: { message: 'no' },
    ...expected,
  });
});

test.each([
  ['{"sessionUpdate":"current_mode_update","currentModeId":"code"}', { what: 'mode', values: [{ name: 'code' }] }],
  ['{"sessionUpdate":"session_info_update","title":"T"}', { what: 'title', values: [{ name: 'T' }] }],
  [
    '{"sessionUpdate":"config_option_update","configOptions":[{"id":"m","name":"Mode","currentValue":"x"}]}',
    { what: 'config', values: [{ name: 'Mode', value: 'x' }] },
  ],
  [
    '{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"d"}]}',
    { what: 'commands', values: [{ name: '/web', value: 'd' }] },
  ],
])('the agent’s %s is shown as a change', (json, expected) => {
  expect(entryCard(update(json), 0)).toMatchObject({ kind: 'change', by: 'agent', ...expected });
});

test('a notice shows its text', () => {
  expect(
    entryCard(update('{"sessionUpdate":"notice","severity":"warning","title":"Slow","description":"d"}'), 0),
  ).toEqual({
    kind: 'notice',
    severity: 'warning',
    title: 'Slow',
    text: 'd',
  });
});

test.each(ELICITATIONS)('a question by %s shows its fields and the values entered', (method) => {
  const [card] = cardsOf(
    `< 1 ${method} {"sessionId":"s","mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"n":{"type":"string","title":"Name"}}}}
    > 1 ok {"action":"accept","content":{"n":"Ada"}}`,
  );
  expect(card).toMatchObject({
    kind: 'question',
    question: { message: 'Who?', fields: ['Name'], action: 'accept', answer: { text: '{\n  "n": "Ada"\n}' } },
  });
});

test.each([
  '< session/update {"sessionId":"s","update":null}',
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":7,"content":{"a":1},"locations":[null,{"path":3}]}}',
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[null,4,{"content":{}}]}}',
  '> 1 session/prompt {"sessionId":"s","prompt":{"type":"text"}}',
  '< 1 session/request_permission {"sessionId":"s","toolCall":"x","options":[null,{"optionId":1}]}\n> 1 ok {"outcome":"selected"}',
  '< 1 terminal/create {"sessionId":"s","args":"x"}\n> 1 ok null',
  '< 1 fs/read_text_file {"sessionId":"s"}\n> 1 ok {"content":5}',
  '< 1 elicitation/create null\n> 1 ok []',
])('a malformed message still has a card: %s', (transcript) => {
  expect(() => cardsOf(transcript)).not.toThrow();
});

describe('an event of the process', () => {
  test.each([
    [{ event: 'exit', code: 0, signal: null }, false],
    [{ event: 'exit', code: 3, signal: null }, true],
    [{ event: 'exit', code: null, signal: 'SIGKILL' }, true],
    [{ event: 'gap', of: 'agent', bytes: 9 }, true],
  ] as const)('%o: is trouble: %s', (event, isTrouble) => {
    expect(toCard({ kind: 'event', part: 'whole', messages: [], event })).toMatchObject({ kind: 'process', isTrouble });
  });
});
