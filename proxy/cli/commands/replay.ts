import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { AcptapError } from '#core/errors.ts';
import { receivedOf } from '#core/wire/crossings.ts';
import type { Exit } from '#core/wire/exit.ts';
import { replayAgent } from '../../replay/as-agent.ts';
import { DEFAULTS } from '../../replay/defaults.ts';
import { readFaults, WITH_FAULTS } from '../../replay/faults/faults.ts';
import { parseMatch } from '../../replay/matching/levels.ts';
import type { ReplayReport } from '../../replay/model/replay-report.ts';
import { fixtureOptions } from '../../replay/options.ts';
import { parseSpeed } from '../../replay/parse-speed.ts';
import { STDIN } from '../../replay/playbook/read-recording.ts';
import type { ReplayedAgent, ReplayOptions } from '../../replay/replayed-agent.ts';
import { isFailure } from '../../replay/report/is-failure.ts';
import { renderReport } from '../../replay/report/render-report.ts';
import { toJUnit } from '../../replay/report/replay-junit.ts';
import { appendToFaultLog, type FaultLogLine } from '../fault-log.ts';
import { print, ReaderGoneError, warn } from '../output/output.ts';
import { writeOut } from '../output/write-out.ts';
import { loadRecording } from '../recordings/load-recording.ts';
import { toJsonText } from '../render/json.ts';
import { randomSeed } from '../../intervene/random-seed.ts';

/** The options of `acptap replay`. Times are milliseconds; 0 removes a limit. Missing options come from the fixture. */
export interface ReplayWords {
  readonly speed?: string;
  readonly maxGap?: number;
  readonly settle?: number;
  readonly match: readonly string[];
  readonly onDivergence?: 'fail' | 'follow';
  readonly fault: readonly string[];
  readonly seed?: number;
  readonly faultLog?: string;
  readonly strict?: boolean;
  readonly timeout?: number;
  readonly idleTimeout?: number;
  readonly dropGated?: boolean;
  readonly mapText?: boolean;
  readonly stderr?: boolean;
  readonly exitCode?: boolean;
  readonly verify?: boolean;
  readonly received?: boolean;
  readonly report?: string;
  readonly junit?: string;
}

/** An editor may lose updates that come together with the answer to `session/new`. */
const SETTLE_MS = 100;
const TIMEOUT_MS = 10_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `replay REF…`: plays the recorded agent on stdin and stdout. stdout is the wire; messages go to stderr. The exit code
 * is 1 on divergence, else 0, or with `--exit-code` the recorded one. A signal ends the replay after the report.
 */
export async function replay(refs: readonly string[], words: ReplayWords): Promise<number> {
  const asked = toOptions(words);
  const isFaulted = words.fault.length > 0;
  const { faultLog } = words;
  const note = (line: FaultLogLine) => faultLog !== undefined && appendToFaultLog(faultLog, line);
  const recordings = await Promise.all(refs.map((ref) => load(ref, words.received)));
  const options: ReplayOptions = {
    timeout: TIMEOUT_MS,
    settleAfterNew: SETTLE_MS,
    ...recordings[0]?.options,
    ...(isFaulted ? WITH_FAULTS : {}),
    ...asked,
  };
  let exit: Exit | undefined;
  note({ event: 'started', faults: words.fault, seed: asked.seed });
  const agent = replayAgent(recordings, {
    ...options,
    onStderr: (bytes) => void process.stderr.write(bytes),
    onWaiting: (awaited) => warn(`replay waits for ${awaited}`),
    onExit: (recorded) => void (exit = recorded),
    onFault: (intervention) => note({ event: 'touched', ...intervention }),
  });
  const signal = await converse(agent);
  // The fault `close stdout` ends stdout before the process ends. `process.stdout` itself cannot be closed.
  if (isFaulted) closeSync(1);
  const report = await agent.ended;
  process.stdin.destroy();
  const policy = { onDivergence: options.onDivergence ?? DEFAULTS.onDivergence, strict: options.strict ?? false };
  if (!isUneventful(report) && faultLog === undefined) warn(renderReport(report));
  if (words.report !== undefined) await writeOut(words.report, [`${toJsonText(report, 2)}\n`]);
  if (words.junit !== undefined) await writeOut(words.junit, [toJUnit(report, policy)]);
  if (signal !== undefined) process.kill(process.pid, signal);
  if (isFailure(report, policy) && !(isFaulted && exit)) return 1; // a fault sets the exit code
  if (exit?.signal) process.kill(process.pid, exit.signal);
  return exit?.code ?? 0;
}

/**
 * Runs the replay behind `acptap run`, which records it. Reads files and resolves REFs first: a mistake then leaves no
 * recording, and `latest` is not the new recording.
 */
export async function recordReplay(refs: readonly string[], words: ReplayWords, name?: string): Promise<void> {
  toOptions(words);
  const found = await Promise.all(refs.map(async (ref) => ({ ref, ...(await load(ref)) })));
  const names = found.map(({ ref, id, isStored }) => (isStored ? id : ref));
  const cli = process.argv[1] ?? '';
  const agent = [process.execPath, cli, 'replay', ...toArguments(words), '--', ...names];
  const run = [cli, 'run', ...(name === undefined ? [] : ['--name', name]), '--', ...agent];
  const child = spawn(process.execPath, run, { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    for (const each of SIGNALS) process.removeAllListeners(each);
    process.exitCode = code ?? 1;
    if (signal) process.kill(process.pid, signal);
  });
}

/** Plays until the end or until a signal, which it returns. */
async function converse(agent: ReplayedAgent): Promise<NodeJS.Signals | undefined> {
  let stop = (_signal: NodeJS.Signals) => {};
  const stopped = new Promise<NodeJS.Signals>((resolve) => (stop = resolve));
  for (const signal of SIGNALS) process.once(signal, stop);
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>; // no encoding is set on stdin
  void input.pipeTo(agent.writable).catch(() => {}); // the report explains errors
  const played = (async () => {
    for await (const chunk of agent.readable) await print(chunk);
  })().catch((cause: unknown) => {
    if (!(cause instanceof ReaderGoneError)) throw cause; // the report names what the client did not read
  });
  const signal = await Promise.race([played.then(() => undefined), stopped]);
  for (const each of SIGNALS) process.removeListener(each, stop);
  if (signal !== undefined) agent.stop();
  return signal;
}

/** @throws {AcptapError} `usage`, `bad-fault`. */
function toOptions(words: ReplayWords): ReplayOptions & { readonly seed: number } {
  const {
    speed,
    match,
    timeout,
    idleTimeout,
    settle,
    exitCode,
    report: _report,
    junit: _junit,
    received: _received,
    fault: faults,
    seed = randomSeed(),
    faultLog: _faultLog,
    ...rest
  } = words;
  readFaults(faults);
  return {
    ...rest,
    faults,
    seed,
    ...(speed === undefined ? {} : { speed: parseSpeed(speed) }),
    ...(settle === undefined ? {} : { settleAfterNew: settle }),
    ...(match.length === 0 ? {} : { match: Object.assign({}, ...match.map(parseMatch)) }),
    ...(timeout === undefined ? {} : { timeout: timeout || undefined }),
    ...(idleTimeout === undefined ? {} : { idleTimeout: idleTimeout || undefined }),
    personTimeout: undefined,
    ...(exitCode === undefined ? {} : { exit: exitCode }),
  };
}

/** The options as command-line arguments. */
function toArguments(words: ReplayWords): string[] {
  return Object.entries(words).flatMap(([name, value]) => {
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (Array.isArray(value)) return value.flatMap((each) => [option, String(each)]);
    return value === true ? [option] : [option, String(value)];
  });
}

/** The whole recording with its replay options. */
async function load(ref: string, received = false) {
  if (ref === STDIN)
    throw new AcptapError('usage', 'replay cannot read a recording from stdin: the client writes there');
  const { header, entries, isStored } = await loadRecording(ref);
  return {
    id: header.id,
    ...(isStored ? {} : { file: ref }),
    entries: received ? [...receivedOf(entries)] : entries,
    options: isStored ? {} : fixtureOptions(header),
    isStored,
  };
}

const isUneventful = ({ outcome, notes, missingCapabilities, findings = [], faults = [] }: ReplayReport) =>
  outcome === 'complete' && [notes, missingCapabilities, findings, faults].every(({ length }) => length === 0);
