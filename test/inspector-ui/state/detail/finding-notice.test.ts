import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { EntryDetail } from '#core/model/row.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Detail } from '../../../../inspector-ui/state/detail/detail.ts';
import { showFindingNotice } from '../../../../inspector-ui/state/detail/finding-notice.ts';
import { finding, row } from '../../fakes.ts';

const entryWith = (findings: EntryDetail['findings']): EntryDetail => ({
  row: row(3),
  text: '{}',
  base64: null,
  event: null,
  cut: false,
  findings,
});

function noticing(seq: number) {
  const said: string[] = [];
  const selected = signal<Seq | undefined>(seqOf(seq));
  const detail = signal<Detail>({ kind: 'loading', seq: seqOf(seq) });
  const notice = signal('');
  showFindingNotice({ selected, detail, notice }, (text) => said.push(text));
  const come = (of: number, findings: EntryDetail['findings']) =>
    void (detail.value = { kind: 'ready', seq: seqOf(of), entry: entryWith(findings) });
  return { said, detail, notice, come };
}

test('announces the findings of an entry once, when the entry is loaded', () => {
  const { said, come } = noticing(3);
  expect(said).toEqual([]);
  come(3, [finding('a/b', 3), finding('a/c', 3)]);
  come(3, [finding('a/d', 3)]);
  expect(said).toEqual(['error: a line on stdout is not JSON, and 1 more']);
});

test('announces a finding on one line, with hidden characters visible', () => {
  const { said, come } = noticing(3);
  come(3, [finding('a/b', 3, { message: 'one\ntwo', grade: 'warning' })]);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^warning: one[^\n]+two$/);
});

test('announces the worst finding of an entry first', () => {
  const { said, come } = noticing(3);
  come(3, [finding('a/b', 3, { message: 'a hint', grade: 'note' }), finding('a/c', 3)]);
  expect(said).toEqual(['error: a line on stdout is not JSON, and 1 more']);
});

test('announces nothing for an entry without findings, or after another selection', () => {
  const plain = noticing(3);
  plain.come(3, []);
  const left = noticing(3);
  left.detail.value = { kind: 'loading', seq: seqOf(9) };
  left.come(3, [finding('a/b', 3)]);
  expect([...plain.said, ...left.said]).toEqual([]);
});

test('leaves a notice that was shown while the entry was loading', () => {
  const { said, notice, come } = noticing(3);
  notice.value = 'No further finding or error.';
  come(3, [finding('a/b', 3)]);
  expect(said).toEqual([]);
});

test('announces a finding when an earlier notice has disappeared in the meantime', () => {
  const { said, notice, come } = noticing(3);
  notice.value = '';
  come(3, [finding('a/b', 3)]);
  expect(said).toHaveLength(1);
});
