import { expect, test } from 'vitest';
import { secretsIn } from '../../proxy/core/redaction/secrets.ts';
import { plain, readCorpus, secretsOf, type CorpusText } from './corpus/corpus.ts';
import { redactedTexts as redactTexts } from './corpus/redacted-texts.ts';
import { someOf } from '../support/effort.ts';

/** The corpus is judged with other characters drawn each time. */
const SEEDS = someOf([1, 2, 3], 3);

/** Redacted texts by name, for several tests. */
const known = new Map<string, readonly string[]>();
function redactedTexts(text: string): readonly string[] {
  const texts = known.get(text) ?? redactTexts(text);
  known.set(text, texts);
  return texts;
}

/** Half of a secret, or four characters of it, counts as a leak, unless the text has them elsewhere. */
function leaks(marked: string): boolean {
  const rest = marked.replaceAll(/«[^»]*»/g, '\n');
  const texts = redactedTexts(plain(marked));
  return secretsOf(marked).some((secret) => {
    const length = Math.min(secret.length, Math.max(4, Math.ceil(secret.length / 2)));
    const parts = Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length));
    return parts.some((part) => !rest.includes(part) && texts.some((each) => each.includes(part)));
  });
}

const isMasked = (text: string): boolean => redactedTexts(text).some((each) => each.includes('[redacted-'));

/** The texts of a file that fail with any seed, the number of those that were judged, and of all. */
function failing(name: 'secrets' | 'harmless', fails: (marked: string) => boolean) {
  const drawn = SEEDS.map((seed) => readCorpus(name, seed));
  const texts = drawn[0] ?? [];
  const places = name === 'harmless' ? someOf([...texts.keys()], 3) : [...texts.keys()];
  const failed = places.flatMap((at) => drawn.map((all) => all[at]).find((text) => text && fails(text.marked)) ?? []);
  return { all: texts.length, judged: places.length, failed };
}

const listed = (texts: readonly CorpusText[]) => texts.map(({ title, marked }) => `${title}\n${marked}`);

test('masks every secret of the corpus', () => {
  const { all, failed } = failing('secrets', leaks);
  process.stdout.write(`texts with secrets: ${all}, masked: ${all - failed.length}, leaked: ${failed.length}\n`);
  expect(all).toBeGreaterThanOrEqual(250);
  expect(listed(failed)).toEqual([]);
});

test('finds no secret in a text that it has masked', () => {
  const found = readCorpus('secrets', 1).flatMap(({ title, marked }) =>
    redactedTexts(plain(marked)).flatMap((text) =>
      secretsIn(text)
        .map(({ start, end }) => text.slice(start, end))
        .filter((value) => !/^\[redacted-\d+\]$/.test(value))
        .map((value) => `${title}: ${value}`),
    ),
  );
  expect(found).toEqual([]);
});

test('finds no secret in the placeholders of a diagram', () => {
  expect(secretsIn('agent-xclient: the password is #91;redacted-3#93; for now')).toEqual([]);
});

test('leaves the harmless texts of the corpus alone, but for 2 %', () => {
  const { all, judged, failed } = failing('harmless', isMasked);
  process.stdout.write(
    `harmless texts: ${judged}, wrongly masked: ${failed.length} (${((100 * failed.length) / judged).toFixed(1)} %)\n`,
  );
  expect(all).toBeGreaterThanOrEqual(250);
  expect(listed(failed).slice(0, Math.floor(judged * 0.02))).toEqual(listed(failed));
});
