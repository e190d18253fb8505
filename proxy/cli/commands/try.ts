import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { quoted } from '#core/share/shell.ts';
import { exampleFaults, toExample } from '../../replay/faults/example-faults.ts';
import type { FaultLogLine } from '../fault-log.ts';
import { loadRecording } from '../recordings/load-recording.ts';
import { print } from '../output/output.ts';
import { renderTried, renderTriedRow, renderWithoutFault } from '../render/try.ts';
import { toJsonText } from '../render/json.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { runTest, type TestRun } from '../try/run-test.ts';
import type { Tried, TriedFault } from '../try/tried.ts';

export interface TryOptions {
  readonly fault: readonly string[];
  readonly seed?: number;
  /** Milliseconds for each run. */
  readonly timeout?: number;
  readonly json?: boolean;
}

/** The time limit without a fault, and the least time limit with a fault, in milliseconds. */
const FIRST_MS = 120_000;
const MIN_MS = 10_000;
/** The time limit with a fault: this many times the time that the test took without. */
const LONGER = 5;

/**
 * `try FIXTURE -- TEST COMMAND`: runs a client's test command once for each fault. Exit code 0 if none failed, hung or
 * crashed, and all faults that were given touched a frame. @throws {AcptapError} `usage` when it does not pass without a fault, and what loading a recording throws.
 */
export async function tryFaults(
  ref: string,
  words: readonly string[],
  { fault: given, seed = Math.floor(Math.random() * 1_000_000), timeout, json }: TryOptions,
): Promise<0 | 1> {
  const [program, ...args] = words;
  if (program === undefined)
    throw new AcptapError('usage', 'no test command: acptap try FIXTURE -- COMMAND [ARGUMENTS…]');
  const { header, entries, isStored } = await loadRecording(ref);
  const examples = given.length > 0 ? given.map(toExample) : exampleFaults(entries);
  if (examples.length === 0) throw new AcptapError('usage', `${ref} has no frames, so no fault can touch it`);
  const replayed = isStored ? header.id : resolve(ref);
  const prints = async (text: string) => (json ? undefined : print(text));

  return inTemporaryFolder('try', async (folder, onSignal) => {
    let count = 0;
    const run = async (faults: readonly string[], limit: number) => {
      const log = join(folder, `${count++}.jsonl`);
      const agent = replayCommand(replayed, faults, seed, log);
      const env = { ...process.env, ACPTAP_AGENT: shellLine(agent), ACPTAP_AGENT_JSON: JSON.stringify(agent) };
      const ended = await runTest([program, ...args], env, limit, onSignal);
      return { ended, ...readLog(log) };
    };

    const { ended: withoutFault, agents } = await run([], timeout ?? FIRST_MS);
    requirePassed(withoutFault, agents);
    const limit = timeout ?? Math.max(MIN_MS, LONGER * withoutFault.ms);
    await prints(renderWithoutFault(withoutFault, limit));

    const faults: TriedFault[] = [];
    for (const { kind, fault } of examples) {
      const { ended, ...log } = await run([fault], limit);
      requireStarted(fault, ended, log.agents);
      const result: TriedFault['result'] = ended.result === 'passed' && log.touched === 0 ? 'untouched' : ended.result;
      const limits = timeout === undefined ? [] : ['--timeout', `${timeout}ms`];
      const again = ['acptap', 'try', ref, '--fault', fault, '--seed', String(seed), ...limits, '--', ...words]
        .map(quoted)
        .join(' ');
      const tried: TriedFault = { kind, fault, ...ended, result, ...log, again };
      faults.push(tried);
      await prints(renderTriedRow(tried));
    }
    const tried: Tried = { fixture: ref, command: words, seed, timeout: limit, withoutFault, faults };
    await print(json ? `${toJsonText(tried)}\n` : renderTried(tried));
    // A fault of the user's that touches nothing may be misspelt.
    const isWell = ({ result }: TriedFault) => result === 'passed' || (result === 'untouched' && given.length === 0);
    return faults.every(isWell) ? 0 : 1;
  });
}

/** The replay is the same with and without a fault. */
const replayCommand = (ref: string, faults: readonly string[], seed: number, log: string): readonly string[] => [
  process.execPath,
  resolve(process.argv[1] ?? ''),
  'replay',
  '--on-divergence',
  'follow',
  '--timeout',
  '0',
  ...faults.flatMap((fault) => ['--fault', fault]),
  '--seed',
  String(seed),
  '--fault-log',
  log,
  '--',
  ref,
];

const shellLine = (words: readonly string[]): string =>
  words.map((word) => (process.platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : quoted(word))).join(' ');

/** A client may have started several agents, and may have killed them at any time. */
function readLog(path: string): { readonly agents: number; readonly touched: number } {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const events = text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => (JSON.parse(line) as FaultLogLine).event); // written by our replay
  const count = (name: FaultLogLine['event']) => events.filter((event) => event === name).length;
  return { agents: count('started'), touched: count('touched') };
}

/**
 * A replay that did not start says nothing about the client. Only a fault that is quoted can be split; after another one
 * the client has not started its agent.
 */
function requireStarted(fault: string, { result, output }: TestRun, agents: number): void {
  if (result === 'passed' || agents > 0 || quoted(fault) === fault) return;
  throw new AcptapError(
    'usage',
    `with --fault ${quoted(fault)} the test did not start the command line in $ACPTAP_AGENT, which it does without a fault. Is it split at spaces? It is quoted for a shell: use eval "… $ACPTAP_AGENT", or the words in $ACPTAP_AGENT_JSON. The end of its output:\n${endOf(output)}`,
  );
}

const endOf = (output: string): string => output.trimEnd().split('\n').slice(-12).join('\n');

function requirePassed({ result, code, signal, output }: TestRun, agents: number): void {
  const how = result === 'hung' ? 'did not end in time' : `${result} (${signal ?? `exit code ${code}`})`;
  if (result !== 'passed')
    throw new AcptapError(
      'usage',
      `without a fault the test ${how}: it has to pass first. The end of its output:\n${endOf(output)}`,
    );
  if (agents === 0)
    throw new AcptapError(
      'usage',
      'the test passed, but it did not start the command line in $ACPTAP_AGENT as its agent',
    );
}
