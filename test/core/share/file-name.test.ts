import { expect, test } from 'vitest';
import { savedFileName } from '../../../proxy/core/share/file-name.ts';

const share = { as: 'jsonl', of: 'filter', q: '', seq: 12, redact: true } as const;

test.each([
  [{}, 'demo.acp.jsonl'],
  [{ of: 'entry' }, 'demo-entry-12.acp.jsonl'],
  [{ of: 'group' }, 'demo-group-12.acp.jsonl'],
  [{ q: 'turn:3' }, 'demo-turn-3.acp.jsonl'],
  [{ q: 'turn:3 or (seq:1..4 kind:stderr)' }, 'demo-turn-3.acp.jsonl'],
  [{ q: 'turn:3 kind:error' }, 'demo-part.acp.jsonl'],
  [{ q: 'turn:3..4' }, 'demo-part.acp.jsonl'],
  [{ as: 'fixture', q: 'kind:error' }, 'demo-fixture.acp.jsonl'],
] as const)('names the saved file after the part: %j', (part, name) => {
  expect(savedFileName('demo', { share: { ...share, ...part }, page: false })).toBe(name);
});

test('a file that was opened in the page keeps its name, and no character of a path', () => {
  expect(savedFileName('file:edit.acp.jsonl', { share, page: true })).toBe('edit.html');
  expect(savedFileName('file:../a b.acp.jsonl (2)', { share, page: true })).toBe('.._a_b.acp.jsonl__2_.html');
});
