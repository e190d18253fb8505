import type { Clock } from './model/clock.ts';
import type { JournalEntry } from './model/journal-entry.ts';
import type { PlayOptions } from './model/play-options.ts';
import type { ReplayReport } from './model/replay-report.ts';
import type { Intervention } from './model/reported-fault.ts';
import type { FrameHook } from './player/frame-hook.ts';
import type { TestContext } from './running-test.ts';

/** How a recorded agent is played to a client. Times are in milliseconds. Overrides the options of a fixture. */
export interface ReplayOptions extends Partial<PlayOptions> {
  /** Checks the live client's messages by the rules, and adds `findings` to the report. An error fails the replay. */
  readonly verify?: boolean;
  /** Clock and timers, so that tests need no real ones. */
  readonly clock?: Clock;
  /** Changes, delays or drops single frames of the agent before the client gets them. Its errors fail the replay. */
  readonly frame?: FrameHook;
  /**
   * Faults of `acptap run --fault`, such as `drop 10% where method:session/update`. They act on what the agent and the
   * client write. `kill`, `exit` and `close stdout` end `readable`. With faults a difference does not fail the replay,
   * and waits have no limit, unless `onDivergence` and `timeout` are given.
   */
  readonly faults?: readonly string[];
  /** Decides the random choices of `faults`: the same seed and the same frames give the same ones. Default: 1. */
  readonly seed?: number;
  /** Called when a fault has touched a frame. */
  readonly onFault?: (intervention: Intervention) => void;
  /**
   * The context of the test function: needed for `node:test` and for concurrent tests in vitest. `acptap/vitest` finds
   * it in other vitest tests. The replay then waits for half of the test's timeout. A failed test shows what differed
   * or what the replay waited for.
   */
  readonly test?: TestContext;
  /** Called with pieces of the recorded agent's stderr, when `stderr` is on. */
  readonly onStderr?: (bytes: Uint8Array) => void;
  /** Called once in each wait for a person (`the client to answer …`), after `timeout`, or after 10 s without one. */
  readonly onWaiting?: (words: string) => void;
  /** Called with how a fault or, when `exit` is on, the recorded agent ended. Nothing is played after that. */
  readonly onExit?: (exit: { readonly code: number | null; readonly signal: string | null }) => void;
}

/** A recorded agent that a client can talk to: streams of bytes as of a subprocess's stdin and stdout. */
export interface ReplayedAgent {
  /**
   * The client's output. Waits while the client has not read what came before. Keeps pieces of a line until it is
   * whole, so do not reuse a buffer. A chunk that is no Uint8Array ends the replay and rejects.
   */
  readonly writable: WritableStream<Uint8Array>;
  /**
   * The client's input. Closed when the replay is over. After a fault that lost an answer, or muted the agent, only when
   * the client closes or at `stop`: a hung agent does not end either, and its client must notice that by itself.
   */
  readonly readable: ReadableStream<Uint8Array>;
  /** Resolves when the replay is over, for example when the client has closed or diverged. Never rejects. */
  readonly ended: Promise<ReplayReport>;
  /**
   * Like `ended`, for a test that has to end even when the client does not close. Call it at any time, even before the
   * client has spoken. Resolves with the report at the first of these:
   * - The client has closed and received the rest.
   * - Both sides have said everything that was recorded, and the client said nothing else in one more turn of the event
   * loop. If the client has begun a line, waits `timeout` for its rest; a missing rest is in the notes.
   * - The client has been silent for `timeout` since the call or its last message. If something waits for the client,
   * it is a divergence. Optional notifications are missed after a second, or after `timeout` if the client never spoke.
   * Without a `timeout` only the first two apply. Use `ended` for a client that continues after the recording.
   * The arguments are for assertions that call it. A message about a missing `await` names `calledBy`. If all calls
   * ignore the findings, an error of the client fails the test at its end.
   * @throws {ReplayDivergence} when the client diverged; its message is the report.
   */
  readonly finished: (calledBy?: string, ignoresFindings?: boolean) => Promise<ReplayReport>;
  /** The client's messages so far, each with the recorded entry that it matched. Grows while the replay runs. */
  readonly journal: readonly JournalEntry[];
  /**
   * The current wait of the replay: `the client to answer session/request_permission (#9), for 4.8 s; the wait began
   * 100 ms after the start`, or the time of the next frame. Undefined when it has ended.
   */
  readonly waitingFor: () => string | undefined;
  /** Ends the replay now, as if its process was ended. */
  readonly stop: () => void;
}
