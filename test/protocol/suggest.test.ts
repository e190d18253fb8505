import { assert, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from '#core/protocol/edit-distance.ts';
import { nearestName, suggestName, suggestMethod } from '#core/protocol/suggest-name.ts';

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['prompt', 'promt', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 2],
])('the distance from %j to %j is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

test('a limit does not change distances below it', () => {
  assert(
    property(string({ maxLength: 8 }), string({ maxLength: 8 }), integer({ min: 0, max: 9 }), (one, other, limit) => {
      expect(editDistance(one, other, limit)).toBe(Math.min(editDistance(one, other), limit));
    }),
  );
});

describe('the nearest of the names made up by peers', () => {
  test.each([
    ['the same words in another spelling', 'Allow Once', ['deny', 'allow_once'], 'allow_once'],
    ['one mistake in a short name', 'cod', ['ask', 'code'], 'code'],
    ['two mistakes in a longer name', 'alow_onc', ['allow_once', 'deny'], 'allow_once'],
    ['the nearer of two', 'promp', ['prompt', 'prompted'], 'prompt'],
    ['none in another word', 'cat', ['horse', 'elephant'], undefined],
    ['no letter for another: it may be the opposite', 'n', ['y'], undefined],
    ['nothing for two letters', 'no', ['on', 'go'], undefined],
    ['nothing for a name with other letters only', 'zz', ['a', 'b'], undefined],
    ['neither of two equally near names', 'cat', ['cart', 'cut'], undefined],
    ['no name with another number', 'gpt-4', ['gpt-5', 'gpt-4o-mini'], undefined],
    ['a name with the same number', 'sonet-4', ['sonnet-4', 'sonnet-5'], 'sonnet-4'],
    ['no alias, because the name is not from ACP', 'text', ['content'], undefined],
    ['nothing for a name without a letter', '--', ['_'], undefined],
  ])('%s', (_what, name, candidates, expected) => {
    expect(nearestName(name, candidates)).toBe(expected);
  });
});

describe('the ACP name that is probably meant', () => {
  test.each([
    ['by an alias', 'text', ['title', 'content'], 'content'],
    ['by an alias in another spelling', 'mode_id', ['currentModeId'], 'currentModeId'],
    ['by its own spelling before any alias', 'toolCall', ['tool_call_update', 'tool_call'], 'tool_call'],
    ['by the place', 'id', ['title', 'terminalId'], 'terminalId'],
    ['by a typing mistake', 'sesionId', ['sessionId', 'cwd'], 'sessionId'],
  ])('%s', (_what, name, candidates, expected) => {
    expect(suggestName(name, candidates)).toBe(expected);
  });
});

describe('the method that is probably meant', () => {
  test.each([
    ['fs/readTextFile', 'agent', 'request', 'fs/read_text_file'],
    ['readTextFile', 'agent', 'request', 'fs/read_text_file'],
    ['terminal/waitForExit', 'agent', 'request', 'terminal/wait_for_exit'],
    ['waitForTerminalExit', 'agent', 'request', 'terminal/wait_for_exit'],
    ['sessionUpdate', 'agent', 'notification', 'session/update'],
    ['session/cancelled', 'client', 'notification', 'session/cancel'],
    ['$/cancelRequest', 'client', 'notification', '$/cancel_request'],
    ['newSession', 'client', 'request', 'session/new'],
    ['session/promt', 'client', 'request', 'session/prompt'],
  ] as const)('by %s', (name, from, kind, expected) => {
    expect(suggestMethod(name, { from, kind, version: 1 })).toBe(expected);
  });

  test.each([
    ['sent by the other side', 'fs/readTextFile', 'client', 'request', 1],
    ['of the other form', 'initialized', 'client', 'notification', 1],
    ['of the other version', 'session/laod', 'client', 'request', 2],
    ['no longer in ACP', 'providers/remov', 'client', 'request', 1],
    ['of another protocol', 'workspace/didChange', 'client', 'notification', 1],
  ] as const)('is not %s', (_what, name, from, kind, version) => {
    expect(suggestMethod(name, { from, kind, version })).toBeUndefined();
  });
});
