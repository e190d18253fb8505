import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/judge-recording.ts';
import { importToMemory } from '../../proxy/cli/recordings.ts';
import { expectedPath, goldenRecordings, renderGolden } from '../../scripts/golden-text.ts';
import { renderRulesDoc, RULES_DOC } from '../../scripts/rules-doc.ts';

const recordings = goldenRecordings();
const real = recordings.filter((path) => path.startsWith('recordings/real/'));

test('there are recordings of three real agents, and one of every format', () => {
  const folders = new Set(recordings.map((path) => path.split('/').slice(0, -1).join('/')));
  expect(real.length).toBeGreaterThan(40);
  expect([...folders].toSorted()).toEqual([
    'recordings/examples',
    'recordings/formats',
    'recordings/real/claude-0.100.0',
    'recordings/real/gemini-0.61.0',
    'recordings/real/sdk-example-0.12.0',
  ]);
});

test.each(recordings)(
  '%s is shown and judged as its expected text says (npm run golden makes it anew)',
  async (path) => {
    expect(await renderGolden(path)).toBe(readFileSync(expectedPath(path), 'utf8'));
  },
);

test('docs/rules.md says what the rules say (npm run golden makes it anew)', () => {
  expect(readFileSync(RULES_DOC, 'utf8')).toBe(renderRulesDoc());
});

/** The true violations in recordings of real agents. In `bad` the client breaks the protocol on purpose. */
const TRUE_ERRORS: Readonly<Record<string, readonly string[]>> = {
  'gemini-0.61.0/load': ['session/load-replays-before-answering agent'],
  'gemini-0.61.0/bad': [
    'capability/login-method-was-listed client',
    'mode/mode-was-offered client',
    'schema/params-match client',
    'session/is-active client',
  ],
  'claude-0.100.0/bad': [
    'capability/login-method-was-listed client',
    'mode/mode-was-offered client',
    'schema/params-match client',
    'session/is-active client',
  ],
  'sdk-example-0.12.0/bad': [
    'capability/load-is-offered client',
    'schema/params-match client',
    'session/is-active client',
  ],
};

describe('a clean agent stays clean', () => {
  test.each(real)('%s', async (path) => {
    const { store, no, summary } = await importToMemory(path);
    const { findings } = judgeRecording(store.read.entries(no), catalogue, endOf(summary));
    store.close();
    const errors = findings.filter(({ grade }) => grade === 'error').map(({ rule, side }) => `${rule} ${side}`);
    const name = path.replace(/^recordings\/real\/|\.acp\.jsonl$/g, '');
    expect([...new Set(errors)].toSorted()).toEqual(TRUE_ERRORS[name] ?? []);
  });
});
