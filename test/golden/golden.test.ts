import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
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
    'recordings/examples/client-test',
    'recordings/formats',
    'recordings/real/claude-0.100.0',
    'recordings/real/gemini-0.61.0',
    'recordings/real/sdk-example-0.12.0',
  ]);
});

/** What every agent is recorded in that has a model and can do it. */
const SCENARIOS =
  `bad big cancel cancel-permission cancel-tool concurrent content edit error400 error401 error429 error500 extras
  load load-before modes multi parallel queue reject terminal text version`.split(/\s+/);

/** It plays one canned turn, whatever it is asked for, and loads nothing: what only differs in the prompt would be the same again. */
const CANNED = 'bad cancel cancel-permission cancel-tool concurrent content multi queue reject text version'.split(' ');

test.each([
  ['gemini-0.61.0', SCENARIOS],
  ['claude-0.100.0', SCENARIOS],
  ['sdk-example-0.12.0', CANNED],
])('%s is kept in every scenario', (agent, scenarios) => {
  const kept = real.filter((path) => path.split('/')[2] === agent).map((path) => basename(path, '.acp.jsonl'));
  expect(kept.toSorted()).toEqual(scenarios);
});

/** The code that the answer to the prompt has when the model's server refuses, where there is one. */
test.each([
  ['gemini-0.61.0/error400', 400],
  ['gemini-0.61.0/error401', 401],
  ['gemini-0.61.0/error429', 429],
  ['gemini-0.61.0/error500', 500],
  ['claude-0.100.0/error400', -32603],
  ['claude-0.100.0/error401', -32000],
  ['claude-0.100.0/error429', -32603],
  ['claude-0.100.0/error500', -32603],
])('%s: the prompt is answered with the error %i', async (name, code) => {
  const { store, no, summary } = await importToMemory(`recordings/real/${name}.acp.jsonl`);
  const answer = store.read.rows(no, 0, summary.total).findLast(({ method }) => method === 'session/prompt');
  store.close();
  expect([answer?.kind, answer?.summary.split(' · ')[0]]).toEqual(['error', `error ${code}`]);
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
