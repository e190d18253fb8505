import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Rule } from '#core/rules/rule.ts';
import { BEGINNING, judgeTranscript, wholeExample } from '../judge.ts';

const count = (rule: Rule, transcript: string) =>
  judgeTranscript([rule], transcript).occasions.get(rule.id) ?? { kept: 0, broken: 0 };

/** Rules that mention a name which is not current, besides whatever may be wrong with its use. */
const MENTIONS = new Set(['jsonrpc/method-is-known', 'schema/names-are-current']);

test('one rule a file, one file a rule', () => {
  const files = globSync('*/*.ts', { cwd: 'proxy/core/rules' }).map((file) =>
    file.slice(0, -'.ts'.length).replaceAll(sep, '/'),
  );
  expect(catalogue.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('ids are unique', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('rules of one area stand together', () => {
  const areas = catalogue.map(({ id }) => id.split('/')[0]);
  const changes = areas.filter((area, index) => area !== areas[index - 1]);
  expect(changes).toEqual([...new Set(areas)]);
});

test('the beginning that examples share breaks nothing', () => {
  expect(judgeTranscript(catalogue, BEGINNING).findings).toEqual([]);
});

describe.each(catalogue)('$id', (rule) => {
  test('says what it requires, who says so, and what peers do', () => {
    expect(rule.id).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z0-9-]+$/);
    expect(rule.requires).not.toBe('');
    expect(rule.peers).not.toBe('');
    expect(rule.versions).not.toEqual([]);
    expect(new URL(rule.source).protocol).toBe('https:');
  });

  test('has an example of each kind', () => {
    expect([rule.examples.breaks.length, rule.examples.keeps.length]).not.toContain(0);
  });

  test.each(rule.examples.breaks)('is broken, and nothing else is, by: %s', (example) => {
    const { findings } = judgeTranscript(catalogue, wholeExample(example));
    expect(findings.map((finding) => finding.rule)).toContain(rule.id);
    const others = findings.filter((finding) => finding.rule !== rule.id);
    expect(others.filter((finding) => finding.grade !== 'note' || !MENTIONS.has(finding.rule))).toEqual([]);
  });

  test.each(rule.examples.keeps)('is exercised and kept by: %s', (example) => {
    const before = example === wholeExample(example) ? 0 : count(rule, BEGINNING).kept;
    const { kept, broken } = count(rule, wholeExample(example));
    expect(broken).toBe(0);
    expect(kept).toBeGreaterThan(before);
  });

  test('words its findings in one sentence without a full stop', () => {
    for (const example of rule.examples.breaks)
      for (const { message } of judgeTranscript([rule], wholeExample(example)).findings) {
        expect(message).not.toMatch(/[.\n]$/);
        expect(message.length).toBeLessThan(160);
      }
  });
});
