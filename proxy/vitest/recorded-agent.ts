import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished as onThisTestFinished } from 'vitest';
import { AcptapError } from '#core/errors.ts';
import { replayAgent } from '../replay/as-agent.ts';
import type { ReplayedAgent, ReplayOptions } from '../replay/replayed-agent.ts';
import { fixture as loadFixture } from '../replay/fixture.ts';
import { ReplayDivergence } from '../replay/replay-divergence.ts';
import { isFailure } from '../replay/report.ts';
import { recordAgent } from './record-agent.ts';
import { recordMode, type RecordMode } from './record-mode.ts';
import { writeFixture } from './write-fixture.ts';

/** What vitest hands to those who wait for a test's end. */
interface Finished {
  readonly task: { readonly result?: { readonly state: string } | undefined };
}

export interface RecordedAgentOptions extends ReplayOptions {
  /** The recording file: a path from the current folder, or a URL. */
  readonly fixture: string | URL;
  /** The real agent, for when it is recorded. Its environment is the test's unless `env` is given, its folder `cwd`. */
  readonly command?: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** When to record. `ACPTAP_RECORD` goes before it, and where `CI` is set it is `lockdown`. Undefined: `once`. */
  readonly mode?: RecordMode;
  /** Whether a recording keeps its times, which other speeds than `instant` need. Undefined: if `speed` is another. */
  readonly timing?: boolean;
  /** From the test's context, for tests that run concurrently. */
  readonly onTestFinished?: (act: (finished: Finished) => Promise<void>) => void;
}

/** An agent as `replayAgent` gives it; this time it may be the real one. */
export interface RecordedAgent extends ReplayedAgent {
  readonly isRecording: boolean;
}

/**
 * The agent of a recording, for the test that this is called in. Where the recording has to be made, it is the real agent, and what
 * passes becomes the recording when the test has passed: redacted, in the canonical form, and all of it or nothing. However the test ends, the agent is gone
 * afterwards. A replay that diverged fails the test, also when the test does not look.
 * @throws {AcptapError} `file-unusable` when there is no recording and none may be made; `usage` without a command that starts; and what `fixture` throws.
 */
export async function recordedAgent(options: RecordedAgentOptions): Promise<RecordedAgent> {
  const { fixture, command, cwd, env, mode: given, timing, onTestFinished = onThisTestFinished, ...replay } = options;
  const file = fixture instanceof URL ? fileURLToPath(fixture) : fixture;
  const mode = recordMode(given, process.env);
  if (mode === 'all' || (mode === 'once' && !existsSync(file))) {
    if (!command) throw new AcptapError('usage', `${file} is to be recorded, and there is no command of an agent`);
    const live = await recordAgent(command, { ...(cwd === undefined ? {} : { cwd }), ...(env ? { env } : {}) });
    onTestFinished(async ({ task }) => {
      const recording = await live.close();
      const keepsTimes = timing ?? (replay.speed ?? 'instant') !== 'instant';
      if (task.result?.state === 'pass') await writeFixture(file, recording, { timing: keepsTimes });
    });
    return Object.assign(live.agent, { isRecording: true });
  }
  if (!existsSync(file))
    throw new AcptapError(
      'file-unusable',
      `there is no recording ${file}, and in the mode ${mode} none is made: run the test with ACPTAP_RECORD=once, and commit the file`,
    );
  const played = mode === 'lockdown' ? { ...replay, onDivergence: 'fail' as const } : replay;
  const recording = await loadFixture(file);
  const agent = replayAgent(recording, played);
  onTestFinished(async ({ task }) => {
    agent.stop();
    const report = await agent.ended;
    const policy = { onDivergence: 'fail', strict: false, ...recording.options, ...played } as const;
    if (task.result?.state === 'pass' && isFailure(report, policy)) throw new ReplayDivergence(report);
  });
  return Object.assign(agent, { isRecording: false });
}
