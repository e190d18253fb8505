import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { expectedPath, goldenRecordings, renderGolden } from '../../scripts/golden-text.ts';
import { renderRulesDoc, RULES_DOC } from '../../scripts/rules-doc.ts';

const recordings = goldenRecordings();
const real = recordings.filter((path) => path.startsWith('recordings/real/'));

test('has recordings of three real agents, and one of every format', () => {
  const folders = new Set(recordings.map((path) => path.split('/').slice(0, -1).join('/')));
  expect(real.length).toBeGreaterThan(40);
  expect([...folders].toSorted()).toEqual([
    'recordings/examples',
    'recordings/examples/client-test',
    'recordings/formats',
    'recordings/interventions',
    'recordings/real/claude-0.100.0',
    'recordings/real/gemini-0.61.0',
    'recordings/real/sdk-example-0.12.0',
  ]);
});

/** The scenarios of agents with a model. */
const SCENARIOS =
  `bad big cancel cancel-permission cancel-tool concurrent content edit error400 error401 error429 error500 extras
  load load-before modes multi parallel queue reject terminal text version`.split(/\s+/);

/** The scenarios of an agent that plays one fixed turn for every prompt and loads nothing. */
const CANNED = 'bad cancel cancel-permission cancel-tool concurrent content multi queue reject text version'.split(' ');

test.each([
  ['gemini-0.61.0', SCENARIOS],
  ['claude-0.100.0', SCENARIOS],
  ['sdk-example-0.12.0', CANNED],
])('has a recording of %s in every scenario', (agent, scenarios) => {
  const kept = real.filter((path) => path.split('/')[2] === agent).map((path) => basename(path, '.acp.jsonl'));
  expect(kept.toSorted()).toEqual(scenarios);
});

/** The error codes of the prompt's response when the model's server refuses. */
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

test.each(recordings)('shows and checks %s as in its expected text (update: npm run golden)', async (path) => {
  expect(await renderGolden(path)).toBe(readFileSync(expectedPath(path), 'utf8'));
});

test('docs/rules.md matches the rules (update: npm run golden)', () => {
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

describe('reports no false errors for a real agent', () => {
  test.each(real)('%s', (path) => {
    const text = readFileSync(expectedPath(path), 'utf8'); // what `check` prints, as tested above
    const errors = [...text.matchAll(/^ *error {2}(\S+) {2}\(fault of the (\w+)\)$/gm)].map(
      ([, rule, side]) => `${rule} ${side}`,
    );
    const name = path.replace(/^recordings\/real\/|\.acp\.jsonl$/g, '');
    expect([...new Set(errors)].toSorted()).toEqual(TRUE_ERRORS[name] ?? []);
  });
});
