import { describe, expect, test } from 'vitest';
import { hintFor } from '#core/protocol/suggest-name.ts';
import { brief, MODEL, params, result, update } from './issues-of.ts';

describe('members in the wrong place', () => {
  test.each([
    [
      'an update outside of its member',
      'session/update',
      'agent',
      { sessionId: 's', sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } },
      ['hard /params SessionNotification lacks update, into which sessionUpdate, content belong'],
    ],
    [
      'a resource outside of its member',
      'session/prompt',
      'client',
      { sessionId: 's', prompt: [{ type: 'resource', uri: 'file:///a', text: 'x' }] },
      ['hard /params/prompt/0 EmbeddedResource lacks resource, into which uri, text belong'],
    ],
    [
      'a capability one level too high',
      'initialize',
      'client',
      { protocolVersion: 1, clientCapabilities: { readTextFile: true } },
      [
        'unknown-field /params/clientCapabilities/readTextFile readTextFile is no member of ClientCapabilities: did you mean fs.readTextFile?',
      ],
    ],
    [
      'a tag under another name',
      'session/update',
      'agent',
      { sessionId: 's', update: { type: 'agent_message_chunk', content: { type: 'text', text: 'x' } } },
      ['hard /params/update/type SessionUpdate has type where sessionUpdate belongs, which says what it is'],
    ],
  ] as const)('%s is one issue', (_name, method, from, value, expected) => {
    expect(brief(params(method, value, 1, from))).toEqual(expected);
  });
});

describe('members under another name', () => {
  test.each([
    ['session/new', { id: 's' }, 'NewSessionResponse has id where sessionId belongs'],
    ['terminal/create', { id: 't' }, 'CreateTerminalResponse has id where terminalId belongs'],
    [
      'session/new',
      { sessionId: 's', modes: { currentModeId: 'a', availableModes: [{ modeId: 'a', name: 'A' }] } },
      'SessionMode has modeId where id belongs; receivers drop availableModes[0]',
    ],
    [
      'session/new',
      { sessionId: 's', modes: { current: 'a', availableModes: [] } },
      'SessionModeState has current where currentModeId belongs; receivers put null in place of modes',
    ],
    [
      'session/new',
      { sessionId: 's', modes: { currentModeId: 'a', available: [] } },
      'SessionModeState has available where availableModes belongs; receivers put null in place of modes',
    ],
    [
      'session/new',
      { sessionId: 's', configOptions: [{ ...MODEL, options: [{ id: 'a', name: 'A' }] }] },
      'SessionConfigSelectOption has id where value belongs; receivers drop configOptions[0]',
    ],
    [
      'initialize',
      { protocolVersion: 1, clientCapabilities: {} },
      'clientCapabilities is no member of InitializeResponse: did you mean agentCapabilities?',
    ],
  ])('in the response to %s: %j', (method, value, message) => {
    const side = method === 'terminal/create' ? 'client' : 'agent';
    expect(result(method, value, 1, side).map((issue) => issue.message)).toEqual([message]);
  });

  test.each([
    [
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', content: 'x' } },
      'TextContent has content where text belongs',
    ],
    [
      { sessionUpdate: 'available_commands_update', commands: [] },
      'AvailableCommandsUpdate has commands where availableCommands belongs',
    ],
    [{ sessionUpdate: 'tool_call', id: 't', title: 'T' }, 'ToolCall has id where toolCallId belongs'],
  ])('in an update: %j', (value, message) => {
    expect(update(value).map((issue) => issue.message)).toEqual([message]);
  });

  test('an outdated name is not suggested', () => {
    const issues = params('session/prompt', { sessionId: 's', messages: [], prompt: [], messageIdd: 'm' });
    expect(issues?.map(({ didYouMean }) => didYouMean)).toEqual([undefined, undefined]);
    expect(brief(params('session/prompt', { sessionId: 's', messages: [] }))).toEqual([
      'hard /params/messages PromptRequest has messages where prompt belongs',
    ]);
    expect(result('session/new', { sessionId: 's', model: 'm' })[0]?.didYouMean).toBeUndefined(); // models is as near as modes
  });
});

describe('values of open enums in version 1', () => {
  test.each([
    ['a misspelling', { severity: 'warnin' }, 'severity has no value "warnin": did you mean warning?'],
    ['a synonym', { severity: 'warn' }, 'severity has no value "warn": did you mean warning?'],
  ])('%s is reported', (_what, members, message) => {
    expect(brief(update({ sessionUpdate: 'notice', title: 'No', ...members }))).toEqual([
      `unknown-field /params/update/severity ${message}`,
    ]);
  });

  test('a misspelt action is reported, although it is a tag', () => {
    expect(brief(result('elicitation/create', { action: 'accepted', content: {} }, 1, 'client'))).toEqual([
      'unknown-field /result/action action has no value "accepted": did you mean accept?',
    ]);
    expect(result('elicitation/create', { action: '_later' }, 1, 'client')).toEqual([]);
    expect(result('elicitation/create', { action: 'postpone' }, 1, 'client')).toEqual([]);
  });
});

test('the expected values are the whole list, whatever the suggestion', () => {
  const [issue] = result('session/prompt', { stopReason: 'end_trun' });
  expect(issue).toMatchObject({
    didYouMean: 'end_turn',
    expected: 'end_turn, max_tokens, max_turn_requests, refusal, cancelled',
  });
});

test.each([1, 2] as const)('in version %i a question without a scope may have either', (version) => {
  const question = { message: 'Sure?', mode: 'url', elicitationId: 'e', url: 'https://example.com' };
  expect(brief(params('elicitation/create', question, version, 'agent'))).toEqual([
    'hard /params params lacks sessionId or requestId',
  ]);
});

test('a content block that is no content of a tool call has a hint', () => {
  expect(hintFor('ToolCallContent', 'text')).toContain('{"type":"content"}');
  expect(hintFor('ContentBlock', 'text')).toBeUndefined();
});
