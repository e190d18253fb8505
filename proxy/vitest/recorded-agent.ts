import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { replayAgent } from '../replay/as-agent.ts';
import { fixture as loadFixture } from '../replay/fixture.ts';
import type { ReplayedAgent, ReplayOptions } from '../replay/replayed-agent.ts';
import { isFailure } from '../replay/report/is-failure.ts';
import { renderFindings } from '../replay/report/render-report.ts';
import { ReplayDivergence } from '../replay/report/replay-divergence.ts';
import { findRunningTest, toRunningTest, type TestEnd } from '../replay/running-test.ts';
import { agentLimit } from '../replay/test-limits.ts';
import { explainAwait } from '../replay/watch-await.ts';
import { recordAgent, type LiveRecording, type RecordingAgent } from './record-agent.ts';
import { recordMode, type RecordMode } from './record-mode.ts';
import { keepRecording, writeFixture } from './write-fixture.ts';

export interface RecordedAgentOptions extends Omit<ReplayOptions, 'faults' | 'seed' | 'onFault'> {
  /** The recording file: a path from the current folder, or a URL. */
  readonly fixture: string | URL;
  /**
   * The command of the real agent, for recording. Its environment is the test's unless `env` is given, its folder
   * `cwd`.
   */
  readonly command?: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** When to record. `ACPTAP_RECORD` overrides it; if `CI` is set it is `lockdown`. Default: `once`. */
  readonly mode?: RecordMode;
  /** Whether to record times, which speeds other than `instant` need. Default: true if `speed` is not `instant`. */
  readonly timing?: boolean;
}

/** A replayed agent, or the real one while it is recorded. */
export interface RecordedAgent extends ReplayedAgent {
  readonly isRecording: boolean;
}

/**
 * The agent of a recording, for the calling test. Without a recording it starts the real agent. When the test has
 * passed, writes the recording, redacted and in canonical form, completely or not at all. Always ends the agent with
 * the test. A diverged replay fails its test even without an assertion.
 * @throws {AcptapError} `file-unusable` when the recording is missing and none may be made; `usage` without a command
 * that starts; and any error of `fixture`.
 */
export function recordedAgent(options: RecordedAgentOptions): Promise<RecordedAgent> {
  return explainAwait(recordOrReplay(options), 'recordedAgent(…)', [
    'readable',
    'writable',
    'ended',
    'finished',
    'journal',
    'waitingFor',
    'stop',
    'isRecording',
  ]);
}

async function recordOrReplay(options: RecordedAgentOptions): Promise<RecordedAgent> {
  const { fixture, command, cwd, env, mode: given, timing: _, ...replay } = options;
  const file = fixture instanceof URL ? fileURLToPath(fixture) : fixture;
  const mode = recordMode(given, process.env);
  const test = replay.test ? toRunningTest(replay.test) : findRunningTest();
  if (!test || test.isUnsure === true)
    throw new AcptapError(
      'usage',
      'recordedAgent does not know its test: pass `test`, the argument of the test function',
    );
  if (mode === 'all' || (mode === 'once' && !existsSync(file))) {
    if (!command)
      throw new AcptapError(
        'usage',
        `there is no recording ${file}, and no agent to record: give recordedAgent a command`,
      );
    const limit = agentLimit(test.timeout, replay);
    const live = await recordAgent(command, {
      limit,
      verify: replay.verify ?? false,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env ? { env } : {}),
    });
    test.onEnd((end) => endRecording(end, live, options, file));
    return Object.assign(live.agent, { isRecording: true });
  }
  if (!existsSync(file))
    throw new AcptapError(
      'file-unusable',
      `there is no recording ${file}, and in the mode ${mode} none is made: run the test with ACPTAP_RECORD=once, and commit the file`,
    );
  const played = mode === 'lockdown' ? { ...replay, onDivergence: 'fail' as const } : replay;
  const recording = await loadFixture(fixture);
  const agent = replayAgent(recording, played);
  test.onEnd(async ({ outcome }) => {
    agent.stop();
    const report = await agent.ended;
    const policy = { onDivergence: 'fail', strict: false, ...recording.options, ...played } as const;
    if (outcome === 'passed' && isFailure(report, policy)) throw new ReplayDivergence(report);
  });
  return Object.assign(agent, { isRecording: false });
}

/** Writes the fixture of a test that passed. Otherwise reports the reason, and the place of the recording. */
async function endRecording(
  { outcome, add }: TestEnd,
  live: RecordingAgent,
  { exit, timing, speed = 'instant' }: RecordedAgentOptions,
  file: string,
): Promise<void> {
  const trouble = live.trouble();
  const isFailed = trouble !== undefined && !(trouble.kind === 'death' && exit === true); // then a fixture has it
  const waiting = live.waitingFor() ?? (outcome === 'timed-out' ? 'no answer' : undefined);
  const state = live.state();
  const recording = await live.close();
  const errors = outcome === 'passed' ? await errorsOf(live) : undefined; // a failed test has its own reason
  if (outcome === 'passed' && !isFailed && errors === undefined)
    return writeFixture(file, recording, { timing: timing ?? speed !== 'instant' });
  const waited = waiting && `when the test ended, the recording waited for ${waiting}; ${state}`;
  const why = isFailed ? trouble.message : (errors ?? waited);
  const rest = `${file} was not written${why === undefined ? ', because the test failed' : ''}; ${keepRecording(file, recording)}`;
  const silence = isFailed && trouble.kind === 'silence' ? trouble.message : undefined;
  const slow = silence === undefined || CLIENT_IS_SILENT.test(silence) ? undefined : SLOW;
  const advice = silence === undefined ? undefined : (mistakeIn(recording) ?? slow);
  const hint = advice === undefined ? '' : `\n${advice}`;
  const message = `${why === undefined ? '' : `${why}\n`}${rest}${hint}`;
  if (outcome === 'passed') throw new AcptapError('usage', message);
  add(new Error(message), isFailed || outcome === 'timed-out' ? 'first' : 'last');
}

/** The client's errors in words, where `verify` looked for them. */
async function errorsOf({ agent }: RecordingAgent): Promise<string | undefined> {
  const { findings = [] } = await agent.ended;
  const errors = findings.filter(({ grade }) => grade === 'error');
  return errors.length === 0 ? undefined : renderFindings(errors);
}

const CLIENT_IS_SILENT = /^waited [\d.]+ \S+ for the client /;

const SLOW = 'an agent that is only slow needs a longer timeout, of the test or of recordedAgent';

/** The agent's first line that is not a message, or no valid answer: perhaps it was to be the missing one. */
function mistakeIn({ entries }: LiveRecording): string | undefined {
  const { findings } = judgeRecording(entries, catalogue, endOf({ state: 'ended', exit: { signal: null } }));
  const mistake = findings.find(({ side, rule }) => side === 'agent' && isAboutLines(rule));
  return mistake && `perhaps because of a mistake of the agent: ${mistake.message} (#${mistake.seq}, ${mistake.rule})`;
}

/** True for rules about lines and answers, except the rule that reports the missing answer. */
const isAboutLines = (rule: string) => /^(?:framing|jsonrpc)\/(?!request-is-answered)/.test(rule);
