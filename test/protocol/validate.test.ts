import { describe, expect, test } from 'vitest';
import { MAX_ISSUES } from '#core/protocol/explanation.ts';
import type { Shape } from '#core/protocol/shape.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import { validateError, validateParams } from '#core/protocol/validate.ts';
import { brief, MODEL, params, result, update } from './issues-of.ts';

describe('one mistake is one issue', () => {
  test.each([
    [
      'a misspelt variant',
      { sessionUpdate: 'agent_mesage_chunk', content: { type: 'text', text: 'hi' } },
      [
        'hard /params/update/sessionUpdate sessionUpdate has no value "agent_mesage_chunk": did you mean agent_message_chunk?',
      ],
    ],
    [
      'a variant in camel case',
      { sessionUpdate: 'agentMessageChunk', content: { type: 'text', text: 'hi' } },
      [
        'hard /params/update/sessionUpdate sessionUpdate has no value "agentMessageChunk": did you mean agent_message_chunk?',
      ],
    ],
    ['no variant', { content: {} }, ['hard /params/update SessionUpdate lacks sessionUpdate, which says what it is']],
    [
      'a variant that is not a string',
      { sessionUpdate: 7 },
      ['hard /params/update/sessionUpdate sessionUpdate must be a string, not 7'],
    ],
    [
      'content that is a string',
      { sessionUpdate: 'agent_message_chunk', content: 'hello' },
      ['hard /params/update/content content must be an object, not "hello"'],
    ],
    [
      'three wrong members of a tool call',
      { sessionUpdate: 'tool_call', toolCallId: 't', kind: 'bash', status: 'running' },
      [
        'salvaged /params/update/kind kind has no value "bash"; receivers put "other" in place of it',
        'salvaged /params/update/status status has no value "running": did you mean in_progress?; receivers put "pending" in place of it',
        'hard /params/update ToolCall lacks title',
      ],
    ],
    [
      'a content block that is not wrapped',
      { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [{ type: 'text', text: 'hi' }] },
      [
        'salvaged /params/update/content/0/type type has no value "text": did you mean content? (content blocks are wrapped in {"type":"content"}); receivers drop content[0]',
      ],
    ],
    [
      'a status of version 2',
      { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'cancelled' },
      [
        'salvaged /params/update/status status has no value "cancelled" (only version 2 has it); receivers put null in place of it',
      ],
    ],
    [
      'a mode under the name from an old example',
      { sessionUpdate: 'current_mode_update', modeId: 'code' },
      ['hard /params/update/modeId CurrentModeUpdate has modeId where currentModeId belongs'],
    ],
    [
      'appended content as on an old page',
      { sessionUpdate: 'tool_call_update', toolCallId: 't', appendContent: [] },
      [
        'unknown-field /params/update/appendContent appendContent is no member of ToolCallUpdate: did you mean content? (content replaces the whole list)',
      ],
    ],
    [
      'a number below zero',
      { sessionUpdate: 'usage_update', used: -1, size: 10 },
      ['hard /params/update/used used must be an integer (uint64), not -1'],
    ],
  ])('%s', (_name, value, expected) => {
    expect(brief(update(value))).toEqual(expected);
  });

  test('a permission response without the outcome object', () => {
    expect(brief(result('session/request_permission', { outcome: 'selected', optionId: 'yes' }, 1, 'client'))).toEqual([
      'hard /result/outcome outcome must be an object, not "selected"',
    ]);
  });

  test.each([
    [
      'session/new',
      { cwd: '/a', mcpServer: [] },
      ['hard /params/mcpServer NewSessionRequest has mcpServer where mcpServers belongs'],
    ],
    [
      'session/new',
      { cwd: '/a', mcpServers: [{ name: 'm', command: '/m', args: [] }] },
      ['hard /params/mcpServers/0 McpServerStdio lacks env'],
    ],
    [
      'session/set_config_option',
      { sessionId: 's', configId: 'c', type: 'boolean', value: 'yes' },
      ['salvaged /params/value value must be a boolean, not "yes"; receivers ignore type and read the rest'],
    ],
    [
      'session/prompt',
      { sessionId: 's', prompt: [{ type: 'image', data: 'x' }] },
      ['hard /params/prompt/0 ImageContent lacks mimeType'],
    ],
    [
      'session/prompt',
      undefined,
      ['hard /params PromptRequest lacks sessionId', 'hard /params PromptRequest lacks prompt'],
    ],
  ])('in %s: %j', (method, value, expected) => {
    expect(brief(params(method, value))).toEqual(expected);
  });
});

describe('not a mistake:', () => {
  test.each([
    ['_meta with any members', 'session/cancel', { sessionId: 's', _meta: { a: [[{}]] } }],
    ['no params where none are required', 'session/list', undefined],
    ['null for an empty list', 'session/resume', { sessionId: 's', cwd: '/a', mcpServers: null }],
    ['an id of any kind', '$/cancel_request', { requestId: 9007199254740993n.toString() }],
    ['an integer beyond 2^53', '$/cancel_request', { requestId: 2 ** 60 }],
  ])('%s', (_name, method, value) => {
    expect(params(method, value)).toEqual([]);
  });

  test('an additional value of an open enum', () => {
    expect(update({ sessionUpdate: 'notice', severity: 'fatal', title: 'No' })).toEqual([]);
    expect(update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: '_queued' }, 2)).toEqual([]);
    expect(update({ sessionUpdate: '_progress', anything: 1 }, 2)).toEqual([]);
  });

  test.each([
    ['_slider', []],
    ['slider', ['unknown-field /params/update/configOptions/0/type type "slider" is kept for releases of ACP to come']],
  ])('beside a mistake, the name of an extension: %s', (type, more) => {
    const option = { type, configId: 'volume' };
    expect(brief(update({ sessionUpdate: 'config_option_update', configOptions: [option] }, 2))).toEqual([
      ...more,
      'salvaged /params/update/configOptions/0 SessionConfigOption lacks name; receivers drop it',
    ]);
  });
});

describe('names outside of the stable schema', () => {
  test.each([
    ['newer', { sessionUpdate: 'prompt_suggestions_update', suggestions: [] }, 1],
    ['unstable', { sessionUpdate: 'plan_removed', planId: 'p' }, 1],
    ['private', { sessionUpdate: 'subagent_spawned', whatever: 1 }, 1],
    ['unknown-field', { sessionUpdate: 'progress' }, 2],
    ['hard', { sessionUpdate: 'progress' }, 1],
  ] as const)('%s: %j', (grade, value, version) => {
    expect(update(value, version).map((issue) => issue.grade)).toEqual([grade]);
  });

  test('models of a session, and a login by environment variables', () => {
    const models = { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'M' }] };
    expect(result('session/new', { sessionId: 's', models }).map(({ grade }) => grade)).toEqual(['legacy']);
    const authMethods = [{ type: 'env_var', id: 'key', name: 'API key', vars: [{ name: 'KEY' }] }];
    expect(result('initialize', { protocolVersion: 1, authMethods }).map(({ grade }) => grade)).toEqual(['legacy']);
  });

  test('a message for an MCP server in the form until 1.23', () => {
    const message = { connectionId: 'c', method: 'ping' };
    expect(params('mcp/message', message, 1, 'agent')).toEqual([]);
  });

  test.each([
    ['no longer in ACP', { sessionId: 's', models: { currentModelId: 'm', availableModels: [] } }],
    ['newer than the schema', { sessionId: 's', configOptions: [{ ...MODEL, category: 'speed' }] }],
  ])('a name that is %s is reported as such', (words, value) => {
    expect(result('session/new', value).map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
  });

  test('a name of the other version is reported as such', () => {
    const server = { type: 'stdio', name: 'm', command: '/m', args: [], env: [] };
    expect(brief(params('session/new', { cwd: '/a', mcpServers: [server] }))).toEqual([
      'other-version /params/mcpServers/0/type type "stdio" belongs to version 2',
    ]);
    const client = { protocolVersion: 2, info: { name: 'e', version: '1' }, capabilities: {}, clientInfo: {} };
    expect(brief(params('initialize', client))).toEqual([
      'other-version /params/clientInfo clientInfo of InitializeRequest belongs to version 1',
    ]);
    expect(brief(update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'T' }, 2))).toEqual([
      'unknown-field /params/update/sessionUpdate sessionUpdate "tool_call" belongs to version 1: did you mean tool_call_update?',
    ]);
    expect(brief(update({ sessionUpdate: 'state_update', state: 'idle' }))).toEqual([
      'hard /params/update/sessionUpdate sessionUpdate has no value "state_update" (only version 2 has it)',
    ]);
  });

  test('null for an empty result', () => {
    expect(result('session/load', null).map(({ grade }) => grade)).toEqual(['legacy']);
    expect(result('session/new', null).map(({ grade }) => grade)).toEqual(['hard']);
  });
});

describe('the table for a message', () => {
  test.each([
    ['a method that does not exist', 'session/promt', 'client'],
    ['a method of the other side', 'session/prompt', 'agent'],
    ['a method of the other version', 'auth/login', 'client'],
    ['an extension', '_mine', 'client'],
  ] as const)('is undefined for %s', (_name, method, from) => {
    expect(params(method, 7, 1, from)).toBeUndefined();
  });

  test('is undefined for a request sent as a notification', () => {
    expect(
      validateParams({ kind: 'notification', params: {} }, { method: 'session/prompt', version: 1, from: 'client' }),
    ).toBeUndefined();
  });

  test('has the version that a handshake asks for or answers with', () => {
    expect(brief(params('initialize', { protocolVersion: 2 }))).toEqual(['hard /params InitializeRequest lacks info']);
    expect(params('initialize', { protocolVersion: 1 }, 2)).toEqual([]);
    expect(brief(params('initialize', { protocolVersion: '2025-11-25' }))).toEqual([
      'hard /params/protocolVersion protocolVersion must be an integer (uint16), not "2025-11-25"',
    ]);
  });

  test('checks an envelope without its content', () => {
    const envelope = { method: 'session/prompt', params: { sessionId: 7 } };
    expect(params('proxy/successor', envelope, 1, 'agent')).toEqual([]);
    expect(brief(params('proxy/successor', { params: {} }, 1, 'client'))).toEqual([
      'hard /params ProxySuccessorRequest lacks method',
    ]);
  });

  test('accepts only 32-bit integers as error codes', () => {
    expect(validateError({ code: 429, message: 'no', data: [] }, 1)).toEqual([]);
    expect(validateError({ code: 2 ** 31, message: 'no' }, 1).map(({ pointer }) => pointer)).toEqual(['/error/code']);
  });

  test('accepts exactly one scope for a question in version 2', () => {
    const question = { message: 'Sure?', mode: 'url', elicitationId: 'e', url: 'https://example.com' };
    expect(params('elicitation/create', { ...question, sessionId: 's' }, 2, 'agent')).toEqual([]);
    expect(brief(params('elicitation/create', { ...question, sessionId: 's', requestId: 1 }, 2, 'agent'))).toEqual([
      'hard /params params has the members of two forms at once',
    ]);
  });
});

describe('hostile values', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;

  test('are checked quickly at any depth, because free values are not entered', () => {
    expect(params('session/cancel', { sessionId: 's', _meta: { deep } })).toEqual([]);
    expect(params('session/prompt', { sessionId: 's', prompt: deep })).toHaveLength(1);
    expect(
      update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 't', content: deep, rawInput: deep }),
    ).toHaveLength(1);
    for (const version of [1, 2] as const)
      for (const shape of tablesOf(version).definitions.values()) expect(depthOf(shape)).toBeLessThan(16);
  });

  test('that are all mistakes give a limited number of issues', () => {
    const prompt = Array.from({ length: 100_000 }, () => ({ type: 'tex' }));
    expect(params('session/prompt', { sessionId: 's', prompt })).toHaveLength(MAX_ISSUES);
    const members = Object.fromEntries(prompt.map((_, index) => [`member${index}`, index]));
    expect(params('session/list', members)).toHaveLength(MAX_ISSUES);
  });

  test('with endless names and names of Object.prototype are checked like others', () => {
    const issues = update({ sessionUpdate: 'x'.repeat(1e6), ['y'.repeat(1e6)]: 1 });
    expect(JSON.stringify(issues).length).toBeLessThan(2000);
    expect(brief(update({ sessionUpdate: 'constructor' }))).toEqual([
      'hard /params/update/sessionUpdate sessionUpdate has no value "constructor"',
    ]);
    expect(brief(params('session/list', JSON.parse('{"__proto__":1,"toString":2}')))).toEqual([
      'unknown-field /params/__proto__ __proto__ is no member of ListSessionsRequest',
      'unknown-field /params/toString toString is no member of ListSessionsRequest',
    ]);
  });
});

function depthOf(shape: Shape): number {
  switch (shape.kind) {
    case 'array':
      return 1 + depthOf(shape.items);
    case 'map':
      return 1 + depthOf(shape.values);
    case 'choice':
      return Math.max(...shape.options.map(depthOf));
    case 'object':
      return 1 + Math.max(0, ...[...shape.members.values()].map((member) => depthOf(member.shape)));
    case 'union':
      return Math.max(...[...shape.cases.values()].map((one) => depthOf(one.shape)));
    default:
      return 0;
  }
}
