import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { answerOf, start } from './processes.ts';

/** A step of a job, or of a composite action, as its YAML has it. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number>>;
}

/** A composite action. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** How a step went. `output` is what it printed, `with` its evaluated inputs. */
export interface StepResult {
  readonly title: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly output: string;
  readonly with: Readonly<Record<string, string>>;
}

export interface JobSetting {
  /** The checkout. */
  readonly workspace: string;
  /** An empty folder: the home folder, and the runner's temporary folder. */
  readonly machine: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Contexts of expressions, such as `inputs` and `github`, beside those of an empty push. */
  readonly contexts?: Readonly<Record<string, object>>;
  /** A folder of programs that come before those in PATH. */
  readonly bin?: string;
  /** The state of the job after an earlier step. */
  readonly status?: 'success' | 'failure';
  /** Does what an action does. Default: nothing, successfully. */
  readonly use?: (uses: string, inputs: Readonly<Record<string, string>>) => void;
}

/**
 * Runs the steps of a GitHub job one after another in a shell, with the shells, variables, files and expressions of
 * GitHub's runner. Actions of others do nothing.
 */
export async function runSteps(steps: readonly Step[], setting: JobSetting): Promise<readonly StepResult[]> {
  const { workspace, machine, contexts = {}, status = 'success' } = setting;
  const results: StepResult[] = [];
  const done: Record<string, { outcome: string; conclusion: string; outputs: Record<string, string> }> = {};
  const paths = setting.bin === undefined ? [] : [setting.bin];
  let failed = status === 'failure';

  const evaluate = (expression: string): string | boolean | undefined =>
    runInNewContext(expression.replaceAll(/\.([a-z]+(?:-[a-z]+)+)/g, "['$1']"), {
      github: { event: { pull_request: { head: { repo: {} } } } },
      runner: { temp: machine },
      job: { status: failed ? 'failure' : 'success' },
      ...contexts,
      steps: done,
      always: () => true,
      cancelled: () => false,
      success: () => !failed,
      failure: () => failed,
    });
  const filled = (text: string | number) =>
    String(text).replaceAll(/\$\{\{(.*?)\}\}/g, (_all, expression: string) => `${evaluate(expression) ?? ''}`);
  const filledIn = (values: Readonly<Record<string, string | number>> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]));

  for (const [index, step] of steps.entries()) {
    const title = step.name ?? step.uses ?? step.run ?? '';
    const inputs = filledIn(step.with);
    const outputs = new Proxy<Record<string, string>>({}, { get: (all, name) => all[String(name)] ?? '' }); // null is ''
    const finish = (outcome: StepResult['outcome'], output = '') => {
      results.push({ title, outcome, output, with: inputs });
      if (step.id !== undefined) done[step.id] = { outcome, conclusion: outcome, outputs };
      failed ||= outcome === 'failure';
    };
    const condition = step.if?.replace(/^\$\{\{(.*)\}\}$/s, '$1') ?? 'success()';
    const hasStatus = /\b(?:always|cancelled|success|failure)\(\)/.test(condition);
    if (!evaluate(hasStatus ? condition : `success() && (${condition})`)) {
      finish('skipped');
      continue;
    }
    if (step.run === undefined) {
      setting.use?.(step.uses ?? '', inputs);
      finish('success');
      continue;
    }
    const folder = join(machine, 'runner', String(results.length + index));
    mkdirSync(folder, { recursive: true });
    const file = (name: string, text = '') => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const output = file('output');
    const path = file('path');
    const script = file('script.sh', filled(step.run));
    const flags = step.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
    const answer = await answerOf(
      start(['bash', ...flags, script], {
        cwd: workspace,
        env: {
          CI: 'true',
          GITHUB_ACTIONS: 'true',
          GITHUB_OUTPUT: output,
          GITHUB_PATH: path,
          GITHUB_WORKSPACE: workspace,
          RUNNER_TEMP: machine,
          HOME: machine,
          XDG_DATA_HOME: undefined,
          ACPTAP_HOME: undefined,
          ...setting.env,
          ...filledIn(step.env),
          PATH: [...paths, process.env['PATH']].join(delimiter),
        },
      }),
    );
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [name = '', ...value] = line.split('=');
      outputs[name] = value.join('=');
    }
    paths.unshift(...readFileSync(path, 'utf8').split('\n').filter(Boolean));
    finish(answer.code === 0 ? 'success' : 'failure', answer.stdout + answer.stderr);
  }
  return results;
}
