import { expect, test } from 'vitest';
import { describe } from '../../proxy/core/protocol/describe.ts';

test.each([
  ['', '/a · 0 characters'],
  ['x', '/a · 1 character'],
  ['xy', '/a · 2 characters'],
])('the summary of a write counts its characters: %j', (content, summary) => {
  const params = { sessionId: 's', path: '/a', content };
  expect(describe({ kind: 'request', id: '1' as never, method: 'fs/write_text_file', params }, {})).toContain(summary);
});
