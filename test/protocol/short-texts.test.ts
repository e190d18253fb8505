import { expect, test } from 'vitest';
import { describeExitStatus } from '#core/protocol/exit-status.ts';
import { contentText } from '#core/protocol/tool-call-content.ts';

test('the exit of a command is its code, or else the signal that ended it', () => {
  expect(describeExitStatus({ exitCode: 1, signal: null })).toBe('exit 1');
  expect(describeExitStatus({ exitCode: null, signal: 'SIGTERM' })).toBe('SIGTERM');
  expect(describeExitStatus({ exitCode: null })).toBeUndefined();
  expect(describeExitStatus(null)).toBeUndefined();
});

test('only text blocks of a tool call have a text', () => {
  expect(contentText({ type: 'content', content: { type: 'text', text: 'done' } })).toBe('done');
  expect(contentText({ type: 'content', content: { type: 'image', text: 'done' } })).toBeUndefined();
  expect(contentText({ type: 'diff', content: { type: 'text', text: 'done' } })).toBeUndefined();
});
