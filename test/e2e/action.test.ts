import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import {
  BAD,
  outcomes,
  outputOf,
  project,
  quickNpx,
  readSarif,
  rulesIn,
  stepsOf,
  useOfAction,
} from '../support/ci-project.ts';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { sarifViolations } from '../support/sarif-schema.ts';
import { runSteps, type Action, type JobSetting, type Step } from '../support/workflow.ts';

const action = parse(readFileSync('action.yml', 'utf8')) as Action;

/** Runs action.yml as `uses: OWNER/acptap` does. In an action, `success()` looks at its own steps, not at the job. */
function useAction(inputs: Readonly<Record<string, string>>, { status = 'success', ...place }: JobSetting) {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const given = { ...Object.fromEntries(defaults), ...inputs };
  const github = { action_path: process.cwd(), event: { pull_request: { head: { repo: {} } } } };
  return runSteps(action.runs.steps, { ...place, contexts: { inputs: given, github, job: { status } } });
}

test('docs/ci.md uses and describes the inputs that the action has', () => {
  const used = (parse(useOfAction) as readonly Step[]).flatMap((step) => Object.keys(step.with ?? {}));
  const described = [...readFileSync('docs/ci.md', 'utf8').matchAll(/^\| `([\w-]+)` /gm)].map(([, name]) => name);
  expect(described).toEqual(Object.keys(action.inputs));
  expect(used.filter((name) => !described.includes(name))).toEqual([]);
});

test('the action exports and checks recordings beside files, and keeps them', async () => {
  const workspace = project({ 'dist/my-agent.js': BAD });
  const place = { workspace, machine: temporaryFolder(), bin: quickNpx(onTestFinished) };
  const home = join(place.machine, 'acptap');
  await runSteps(stepsOf('check').slice(2, 3), { ...place, env: { ACPTAP_HOME: home } });
  const results = await useAction({ home, recordings: 'test/acp/*.acp.jsonl', 'fail-on': 'warning' }, place);
  expect(outcomes(results)).toEqual([
    'Find or install acptap: success',
    'Export what was recorded: success',
    'Check: failure',
    'Upload the findings: success',
    'Keep the recordings: success',
  ]);
  expect(outputOf(results, 'Check')).toContain('::error file=acp-recordings/1.acp.jsonl,line=');
  const path = results.at(-2)?.with['sarif_file'] ?? '';
  const log = readSarif(path);
  expect([sarifViolations(log), rulesIn(log)]).toEqual([[], ['framing/line-is-json']]);
  expect(results.at(-1)?.with).toEqual({
    name: 'acp-recordings',
    path: `acp-recordings\ntest/acp/*.acp.jsonl\n${path}\n`,
  });
});

test('the action passes for files without mistakes, and keeps them when an earlier step has failed', async () => {
  const place = { workspace: project({}), machine: temporaryFolder() };
  const inputs = { recordings: 'test/acp/*.acp.jsonl' };
  const last = async (more: object, status: 'success' | 'failure') =>
    outcomes(await useAction({ ...inputs, ...more }, { ...place, status })).slice(-3);
  expect(await last({}, 'success')).toEqual([
    'Check: success',
    'Upload the findings: success',
    'Keep the recordings: skipped',
  ]);
  if (!isLong) return; // in the gate the test above keeps files after a failure
  expect(await last({ 'upload-sarif': 'false' }, 'failure')).toEqual([
    'Check: success',
    'Upload the findings: skipped',
    'Keep the recordings: success',
  ]);
});

const WRONG = [
  [
    'a pattern that matches no file',
    { recordings: 'test/*.nothing' },
    'no recording matches test/*.nothing (input recordings)',
  ],
  ['a missing file', { recordings: 'missing.acp.jsonl' }, 'missing.acp.jsonl'],
  ['an unknown grade', { recordings: 'test/acp/*.acp.jsonl', 'fail-on': 'errors' }, '"errors": give one of'],
  ['nothing to check', {}, "missing required argument 'refs'"],
] as const;

test.each(someOf(WRONG, 2))(
  'the action fails for %s with a message, and uploads nothing',
  async (_what, inputs, words) => {
    const results = await useAction(inputs, { workspace: project({}), machine: temporaryFolder() });
    expect(outputOf(results, 'Check')).toContain(words);
    expect(outcomes(results).slice(-3, -1)).toEqual(['Check: failure', 'Upload the findings: skipped']);
  },
);

test.each(someOf(['$(touch evil)', 'x\ntouch evil'], 2))(
  'inputs of the action are data: %j does not run as a command',
  async (evil) => {
    const workspace = project({});
    const acptap = join(workspace, 'node_modules/.bin/acptap'); // one that accepts all: the scripts of the action are tested
    unlinkSync(acptap);
    writeFileSync(acptap, '#!/bin/sh\necho "[]"\n', { mode: 0o755 });
    const inputs = Object.keys(action.inputs).filter((input) => input !== 'package');
    for (const name of inputs)
      await useAction({ recordings: 'test/acp/*.acp.jsonl', [name]: evil }, { workspace, machine: temporaryFolder() });
    expect(existsSync(join(workspace, 'evil'))).toBe(false);
  },
);
