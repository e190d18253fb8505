import { expect, test } from 'vitest';
import { idKindByEnding, runIdKind } from '#core/protocol/run-ids.ts';

test.each([
  ['sessionId', 'session', 'session'],
  ['toolCallId', 'tool-call', 'tool-call'],
  ['childSessionId', undefined, 'session'],
  ['jobId', undefined, 'other'],
  ['modeId', undefined, 'other'],
  ['optionId', undefined, undefined],
  ['nextCursor', 'cursor', undefined],
  ['id', undefined, undefined],
])('%s is an id of a run in ACP: %s; in any message: %s', (member, known, byEnding) => {
  expect(runIdKind(member)).toBe(known);
  expect(idKindByEnding(member)).toBe(byEnding);
});
