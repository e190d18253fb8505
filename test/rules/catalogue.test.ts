import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Rule } from '#core/rules/engine/rule.ts';
import { HANDSHAKE_AND_SESSION, judgeTranscript, wholeExample } from '../judge-transcript.ts';

const count = (rule: Rule, transcript: string) =>
  judgeTranscript([rule], transcript).occasions.get(rule.id) ?? { kept: 0, broken: 0 };

/** Rules that note names which are not current. They may report in any example. */
const MENTIONS = new Set(['jsonrpc/method-is-known', 'schema/names-are-current']);

/** Folders beside the areas: what rules share. */
const SHARED = ['engine', 'helpers', 'examples'];

test('has each rule in a file that its id names', () => {
  const files = globSync('*/*.ts', { cwd: 'proxy/core/rules' })
    .map((file) => file.slice(0, -'.ts'.length).replaceAll(sep, '/'))
    .filter((file) => !SHARED.some((folder) => file.startsWith(`${folder}/`)) && !/^(.+)\/\1-rules$/.test(file));
  expect(catalogue.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('gives each rule its own id', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('lists the rules of one area together', () => {
  const areas = catalogue.map(({ id }) => id.split('/')[0]);
  const changes = areas.filter((area, index) => area !== areas[index - 1]);
  expect(changes).toEqual([...new Set(areas)]);
});

test('breaks no rule in the beginning that examples share', () => {
  expect(judgeTranscript(catalogue, HANDSHAKE_AND_SESSION).findings).toEqual([]);
});

describe.each(catalogue)('$id', (rule) => {
  test('has a requirement, a source and a description of what peers do', () => {
    expect(rule.id).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z0-9-]+$/);
    expect(rule.requires).not.toBe('');
    expect(rule.peers).not.toBe('');
    expect(rule.versions).not.toEqual([]);
    expect(new URL(rule.source).protocol).toBe('https:');
  });

  test('has an example that breaks it and one that keeps it', () => {
    expect([rule.examples.breaks.length, rule.examples.keeps.length]).not.toContain(0);
  });

  test.each(rule.examples.breaks)('is the only broken rule in: %s', (example) => {
    const { findings } = judgeTranscript(catalogue, wholeExample(example));
    expect(findings.map((finding) => finding.rule)).toContain(rule.id);
    const others = findings.filter((finding) => finding.rule !== rule.id);
    expect(others.filter((finding) => finding.grade !== 'note' || !MENTIONS.has(finding.rule))).toEqual([]);
  });

  test.each(rule.examples.keeps)('is kept, and no rule is broken, in: %s', (example) => {
    const before = example === wholeExample(example) ? 0 : count(rule, HANDSHAKE_AND_SESSION).kept;
    const { kept, broken } = count(rule, wholeExample(example));
    expect(broken).toBe(0);
    expect(kept).toBeGreaterThan(before);
  });

  test('writes its messages as one sentence without a full stop', () => {
    for (const example of rule.examples.breaks)
      for (const { message } of judgeTranscript([rule], wholeExample(example)).findings) {
        expect(message).not.toMatch(/[.\n]$/);
        expect(message.length).toBeLessThan(160);
      }
  });
});
