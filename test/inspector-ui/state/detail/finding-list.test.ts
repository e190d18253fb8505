import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { FindingDetail } from '#core/model/finding.ts';
import { groupFindings } from '../../../../inspector-ui/state/detail/finding-groups.ts';
import { createFindingList, FINDINGS_PER_STEP } from '../../../../inspector-ui/state/detail/finding-list.ts';
import { finding } from '../../fakes.ts';

describe('findings by rule', () => {
  test('are sorted by grade, then by count', () => {
    const groups = groupFindings([
      finding('note/once', 1, { grade: 'note' }),
      finding('error/once', 2),
      finding('warning/once', 3, { grade: 'warning' }),
      finding('error/twice', 4),
      finding('error/twice', 5),
    ]);
    expect(groups.map(({ name }) => name)).toEqual(['error/twice', 'error/once', 'warning/once', 'note/once']);
  });

  test('give a rule the grade of its worst finding', () => {
    const groups = groupFindings([finding('a/b', 1, { grade: 'note' }), finding('a/b', 2, { grade: 'warning' })]);
    expect(groups.map(({ grade }) => grade)).toEqual(['warning']);
  });

  test('are in the order of the recording, and count equal findings of one entry separately', () => {
    const [group] = groupFindings([finding('a/b', 9), finding('a/b', 4), finding('a/b', 4)]);
    expect(group?.findings.map(({ finding: { seq } }) => seq)).toEqual([4, 4, 9]);
    expect(new Set(group?.findings.map(({ key }) => key)).size).toBe(3);
  });
});

test('findings group by side, the worse first, and by time in one group', () => {
  const all = [
    finding('a/b', 3, { grade: 'note' }),
    finding('c/d', 2, { side: 'client' }),
    finding('a/b', 1, { grade: 'note' }),
  ];
  const seqs = (by: 'side' | 'time') =>
    groupFindings(all, by).map(({ name, findings }) => [name, ...findings.map((each) => each.finding.seq)]);
  expect(seqs('side')).toEqual([
    ['client', 2],
    ['agent', 1, 3],
  ]);
  expect(seqs('time')).toEqual([['', 1, 2, 3]]);
});

function listed(initial: readonly FindingDetail[]) {
  const findings = signal(initial);
  const list = createFindingList(findings);
  return {
    findings,
    list,
    seqs: () => list.groups.value.flatMap((each) => each.findings.map((own) => own.finding.seq)),
  };
}

describe('the list of findings', () => {
  const four = [
    finding('a/a', 1),
    finding('a/a', 2, { side: 'client' }),
    finding('b/b', 3, { grade: 'note' }),
    finding('b/b', 4, { grade: 'note', side: 'client' }),
  ];

  test('shows the chosen sides and grades, or all without a choice', () => {
    const { list, seqs } = listed(four);
    list.toggle('client');
    expect(seqs()).toEqual([2, 4]);
    list.toggle('note');
    expect(seqs()).toEqual([4]);
    list.toggle('error');
    expect(seqs()).toEqual([2, 4]);
    list.showAll();
    expect(seqs()).toEqual([1, 2, 3, 4]);
  });

  test('steps from the last finding of a rule to the next rule, and stops at its ends', () => {
    const { list } = listed(four);
    const at = () => list.currentFinding()?.seq;
    list.moveBy(1);
    expect(at()).toBe(1);
    list.moveBy(2);
    expect(at()).toBe(3);
    list.moveBy(5);
    expect(at()).toBe(4);
    list.first();
    list.moveBy(-1);
    expect(at()).toBe(1);
  });

  test('keeps the current finding when findings come before it', () => {
    const { findings, list } = listed(four);
    list.last();
    findings.value = [finding('a/a', 0), ...four];
    expect(list.currentFinding()?.seq).toBe(4);
  });

  test('starts again when the current finding is no longer shown', () => {
    const { list } = listed(four);
    list.first();
    list.toggle('note');
    expect(list.currentFinding()).toBeUndefined();
    list.moveBy(1);
    expect(list.currentFinding()?.seq).toBe(3);
  });

  test('names its entries once each, and more of them on request', () => {
    const { list } = listed(Array.from({ length: 50 }, (_, index) => finding('a/b', index + 10, { related: [1, 2] })));
    expect(list.named.value).toEqual([
      10,
      1,
      2,
      ...Array.from({ length: FINDINGS_PER_STEP - 1 }, (_, index) => index + 11),
    ]);
    for (const group of list.groups.value) list.showMore(group);
    expect(list.named.value).toHaveLength(52);
  });

  test('finds text in findings, around its ends, and shows those that were left out', () => {
    const { list } = listed([
      ...Array.from({ length: 40 }, (_, index) => finding('a/a', index)),
      finding('a/a', 50, { seen: 'The Needle' }),
      finding('b/b', 60, { message: 'needle' }),
    ]);
    const at = (step: 0 | 1 | -1) => [list.find('needle', step), list.currentFinding()?.seq];
    expect(at(0)).toEqual([{ ordinal: 1, count: 2 }, 50]);
    expect(at(0)).toEqual([{ ordinal: 1, count: 2 }, 50]);
    expect(at(1)).toEqual([{ ordinal: 2, count: 2 }, 60]);
    expect(at(1)).toEqual([{ ordinal: 1, count: 2 }, 50]);
    expect(at(-1)).toEqual([{ ordinal: 2, count: 2 }, 60]);
    expect(list.find('nothing', 1)).toEqual({ ordinal: 0, count: 0 });
  });

  test('has no steps when it is empty', () => {
    const { list } = listed([]);
    list.moveBy(1);
    list.last();
    expect(list.current.value).toBeUndefined();
  });
});
