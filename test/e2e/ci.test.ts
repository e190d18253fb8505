import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  BAD,
  GOOD,
  PROMPTS,
  clientStep,
  outcomes,
  outputOf,
  project,
  quickNpx,
  readSarif,
  readyWorkflow,
  rulesIn,
  stepsOf,
  type Workflow,
} from '../support/ci-project.ts';
import { isLong, rounds } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { sarifViolations } from '../support/sarif-schema.ts';
import { runSteps, type Action, type Step } from '../support/workflow.ts';

const lastly = cleanUpAfterAll();
const bin = quickNpx(lastly);

/** A runner whose npx is quick. One test of test:long uses npm's own npx. */
const runner = () => ({ machine: temporaryFolder(), bin });

test('the workflow in docs/ci.md passes for an agent without mistakes, and uploads a SARIF file without findings', async () => {
  const workspace = project({ 'dist/my-agent.js': GOOD });
  const results = await runSteps(stepsOf('check'), { workspace, ...runner() });
  expect(outcomes(results).slice(2)).toEqual([
    'Record: success',
    'Export: success',
    'Write SARIF: success',
    'Check: success',
    'Upload the findings: success',
    'Keep the recordings: skipped',
  ]);
  const log = readSarif(join(workspace, 'acp/findings.sarif'));
  expect([sarifViolations(log), rulesIn(log)]).toEqual([[], []]);
});

// The gate has a failing recording in the step for clients.
test.runIf(isLong)('it fails for an agent that does something else than before, and keeps the recording', async () => {
  const workspace = project({ 'dist/my-agent.js': GOOD.replace('end_turn', 'refusal') });
  const results = await runSteps(stepsOf('check'), { workspace, ...runner() });
  expect(outcomes(results).slice(2)).toEqual([
    'Record: failure',
    'Export: success',
    'Write SARIF: success',
    'Check: success',
    'Upload the findings: success',
    'Keep the recordings: success',
  ]);
});

// In the gate action.test.ts has these steps for such an agent.
test.runIf(isLong)(
  'it fails for an agent that logs to stdout, and uploads the findings and the recording',
  async () => {
    const workspace = project({ 'dist/my-agent.js': BAD });
    const results = await runSteps(stepsOf('check'), { workspace, ...runner() });
    expect(outcomes(results).slice(2)).toEqual([
      'Record: success',
      'Export: success',
      'Write SARIF: success',
      'Check: failure',
      'Upload the findings: success',
      'Keep the recordings: success',
    ]);
    expect(outputOf(results, 'Check')).toMatch(
      /^::error file=acp\/agent\.acp\.jsonl,line=\d+,title=framing\/line-is-json::/m,
    );
    const log = readSarif(join(workspace, results.at(-2)?.with['sarif_file'] ?? ''));
    expect([sarifViolations(log), rulesIn(log)]).toEqual([[], ['framing/line-is-json']]);
    const [found] = log.runs[0]?.results ?? [];
    expect(found?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('acp/agent.acp.jsonl');
    expect(readdirSync(join(workspace, results.at(-1)?.with['path'] ?? ''))).toEqual([
      'agent.acp.jsonl',
      'findings.sarif',
    ]);
  },
);

test('nothing but the recordings is looked for when the project could not be installed', async () => {
  const results = await runSteps(stepsOf('check'), {
    workspace: project({}),
    ...runner(),
    status: 'failure',
  });
  expect(
    new Set(
      outcomes(results)
        .slice(2, -1)
        .map((line) => line.split(': ')[1]),
    ),
  ).toEqual(new Set(['skipped']));
});

test('the step for clients in docs/ci.md records the replay, and fails for a client that does something else', async () => {
  const [record] = parse(clientStep) as readonly [Step];
  const rest = stepsOf('check').slice(3, rounds(4, 8)); // the gate runs the other steps in the tests above
  const run = async (method: string) => {
    const workspace = project({
      'package.json': JSON.stringify({ type: 'module', scripts: { test: `bash test.sh ${method}` } }),
      'test/acp/agent.acp.jsonl': PROMPTS.split('\n').slice(0, 3).join('\n') + '\n',
      'test.sh': `echo '{"jsonrpc":"2.0","id":0,"method":"'"$1"'","params":{"protocolVersion":1,"clientCapabilities":{}}}' | $MY_EDITOR_AGENT`,
    });
    return runSteps([record, ...(method === 'initialize' ? rest : [])], { workspace, ...runner() });
  };
  const passes = [
    'Record: success',
    'Export: success',
    'Write SARIF: success',
    'Check: success',
    'Upload the findings: success',
    'Keep the recordings: skipped',
  ];
  expect(outcomes(await run('initialize'))).toEqual(passes.slice(0, rounds(2, 6)));
  expect(outcomes(await run('session/list'))).toEqual(['Record: failure']);
});

// In the gate test/cli/preflight.test.ts has agents that are accepted and refused.
test.runIf(isLong)(
  'the preflight job starts the agent without settings and reports whether the registry accepts it',
  async () => {
    const run = async (code: string, place: { machine: string; bin?: string }) =>
      runSteps(stepsOf('preflight'), { workspace: project({ 'dist/my-agent.js': code }), ...place });
    const accepted = await run(GOOD, { machine: temporaryFolder() });
    expect(accepted.at(-1)).toMatchObject({ outcome: 'success' });
    const refused = await run(BAD, runner());
    expect(refused.at(-1)).toMatchObject({ outcome: 'failure', output: expect.stringContaining('FAILED') });
  },
);

const OWN = '.github/workflows/ci.yml';
const files = {
  'docs/ci.md': readyWorkflow,
  ...Object.fromEntries(['action.yml', OWN].map((path) => [path, readFileSync(path, 'utf8')])),
};

test('the CI of macOS and Windows runs folders of tests that exist', () => {
  const own = parse(readFileSync(OWN, 'utf8')) as Workflow;
  const [command = ''] = own.jobs['suites']?.steps.flatMap(({ run = '' }) => (run.includes('vitest') ? run : [])) ?? [];
  const folders = command.split(' ').filter((word) => word.startsWith('test/'));
  expect(folders).not.toEqual([]);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});

test.each(Object.entries(files))('%s pins actions by commit, and puts no expression into a script', (_path, text) => {
  const uses = text.split('\n').filter((line) => /^[\s-]*uses:/.test(line));
  expect(uses).not.toEqual([]);
  expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  const document = parse(text) as Partial<Workflow & Action>;
  const steps = [...Object.values(document.jobs ?? {}).flatMap((job) => job.steps), ...(document.runs?.steps ?? [])];
  const scripts = steps.flatMap(({ run }) => run ?? []);
  expect(scripts).not.toEqual([]);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});
