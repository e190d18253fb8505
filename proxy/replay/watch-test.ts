import type { ReplayReport } from './model/replay-report.ts';
import { hasError } from './report/is-failure.ts';
import { renderReport } from './report/render-report.ts';
import { ReplayDivergence } from './report/replay-divergence.ts';
import type { RunningTest, TestEnd } from './running-test.ts';
import { watchAwait, withStackOf } from './watch-await.ts';

/** The wait of a replay. */
export interface Waiting {
  readonly words: string;
  /** The wait is only for the client's next move, or for the recorded pace; no open request depends on it. */
  readonly isIdle: boolean;
}

/** A replay as its test sees it. */
interface WatchedReplay {
  /** Where the test made it. */
  readonly at: Error;
  /** Undefined until it has ended. */
  readonly report: () => ReplayReport | undefined;
  readonly isFailed: (report: ReplayReport) => boolean;
  readonly waiting: () => Waiting | undefined;
}

/** A call of `finished()`. */
interface FinishedCall {
  readonly at: Error;
  /** The assertion that made it. */
  readonly name: string | undefined;
  readonly ignoresFindings: boolean | undefined;
}

/**
 * Checks a replay when its test ends. A failed test shows first what differed and what the replay waited for, with the
 * test's own error as the cause: that error is often only a consequence. A test that passed fails if it did not await
 * `finished()`, or if no assertion looked at the client's errors.
 */
export function watchTest(test: RunningTest, replay: WatchedReplay) {
  const calls: (FinishedCall & { isAwaited: boolean; isSettled: boolean })[] = [];

  function explain({ outcome, messages, add }: TestEnd): void {
    const report = replay.report();
    if (report && replay.isFailed(report)) {
      const [reason = ''] = renderReport(report).split('\n');
      const text = renderReport(report, { findings: 'last' }); // as the matcher has it
      if (!messages.some((message) => message.startsWith(reason) || message.includes(text)))
        add(withStackOf(replay.at, new ReplayDivergence(report)), 'first');
    }
    const waiting = replay.waiting();
    if (!waiting || (outcome === 'failed' && waiting.isIdle)) return;
    const words = `when the test ended, the replay waited for ${waiting.words}`;
    add(withStackOf(replay.at, new Error(words)), outcome === 'timed-out' ? 'first' : 'last');
  }

  function failForFindings(): void {
    const report = replay.report();
    if (
      report &&
      calls.length > 0 &&
      hasError(report.findings) &&
      calls.every(({ ignoresFindings }) => ignoresFindings === true)
    )
      throw withStackOf(replay.at, new ReplayDivergence(report));
  }

  test.onEnd((end) => {
    if (end.outcome !== 'passed') return explain(end);
    const forgotten = calls.find(({ isAwaited, isSettled }) => !isAwaited || !isSettled);
    if (!forgotten) return failForFindings();
    const waiting = replay.waiting();
    const still = waiting ? `; the replay still waits for ${waiting.words}` : '';
    throw withStackOf(
      forgotten.at,
      new Error(
        `the test ended before ${forgotten.name ?? 'finished()'} was awaited: write "await" in front of it${still}`,
      ),
    );
  });

  return {
    /** Notes a call of `finished()` and watches its promise. */
    finished(promise: Promise<ReplayReport>, made: FinishedCall): Promise<ReplayReport> {
      const call = { ...made, isAwaited: false, isSettled: false };
      calls.push(call);
      const settled = () => void (call.isSettled = true);
      promise.then(settled, settled);
      return watchAwait(promise, () => (call.isAwaited = true));
    },
  };
}
