import { renderReport } from './render-report.ts';
import { ReplayDivergence } from './replay-divergence.ts';
import type { ReplayReport } from './report.ts';
import type { RunningTest, TestEnd } from './running-test.ts';
import { watchAwait, withStackOf } from './watch-await.ts';

/** What a replay waits for. */
export interface Waiting {
  readonly words: string;
  /** Only the client's next move, or time by the recorded pace: nobody waits for it. */
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

/**
 * Looks at a replay when its test ends. A failed test shows in front what differed, because a client's own error says it late, and what
 * the replay was waiting for; the test's own error is its cause. A test that passed fails if it has not awaited `finished()`.
 */
export function watchTest(test: RunningTest, replay: WatchedReplay) {
  const calls: { readonly at: Error; isAwaited: boolean; isSettled: boolean }[] = [];

  function explain({ outcome, messages, add }: TestEnd): void {
    const report = replay.report();
    if (report && replay.isFailed(report)) {
      const text = renderReport(report);
      if (!messages.some((message) => message.includes(text)))
        add(withStackOf(replay.at, new ReplayDivergence(report)), 'first');
    }
    const waiting = replay.waiting();
    if (!waiting || (outcome === 'failed' && waiting.isIdle)) return;
    const words = `when the test ended, the replay waited for ${waiting.words}`;
    add(withStackOf(replay.at, new Error(words)), outcome === 'timed-out' ? 'first' : 'last');
  }

  test.onEnd((end) => {
    if (end.outcome !== 'passed') return explain(end);
    const forgotten = calls.find(({ isAwaited, isSettled }) => !isAwaited || !isSettled);
    if (!forgotten) return;
    const waiting = replay.waiting();
    const still = waiting ? `; the replay still waits for ${waiting.words}` : '';
    throw withStackOf(
      forgotten.at,
      new Error(`the test ended before finished() was awaited: write "await" in front of it${still}`),
    );
  });

  return {
    /** `finished()` was called with this result. */
    finished(promise: Promise<ReplayReport>, at: Error): Promise<ReplayReport> {
      const call = { at, isAwaited: false, isSettled: false };
      calls.push(call);
      const settled = () => void (call.isSettled = true);
      promise.then(settled, settled);
      return watchAwait(promise, () => (call.isAwaited = true));
    },
  };
}
