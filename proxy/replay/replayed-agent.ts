import type { Clock } from './clock.ts';
import type { FrameHook } from './frame-hook.ts';
import type { JournalEntry } from './journal.ts';
import type { PlayOptions } from './options.ts';
import type { ReplayReport } from './report.ts';
import type { TestContext } from './running-test.ts';

/** How a recorded agent is played to a client. Times are in milliseconds. What is given here goes before what a fixture says. */
export interface ReplayOptions extends Partial<PlayOptions> {
  /** Judges by the rules what the live client says: `findings` in the report. An error of the client's is a failure. */
  readonly verify?: boolean;
  /** The caller's clock and timer, so that tests need none. */
  readonly clock?: Clock;
  /** Changes, delays or drops single frames of the agent before the client gets them. An error in it fails the replay. */
  readonly frame?: FrameHook;
  /**
   * What the test function was called with, in `node:test`, and in vitest for concurrent tests. In other tests with vitest `acptap/vitest`
   * knows. The replay then waits for half of the test's timeout, and a failed test shows what differed or what the replay waited for.
   */
  readonly test?: TestContext;
  /** Told pieces of the recorded agent's stderr, when `stderr` is on. */
  readonly onStderr?: (bytes: Uint8Array) => void;
  /** Told once what a person is waited for (`the client to answer …`), after `timeout`: it may take as long as it likes. */
  readonly onWaiting?: (words: string) => void;
  /** Told how the recorded agent ended, when `exit` is on and it is time. Nothing is played after that. */
  readonly onExit?: (exit: { readonly code: number | null; readonly signal: string | null }) => void;
}

/** A recorded agent that a client can talk to: streams of bytes as of a subprocess's stdin and stdout. */
export interface ReplayedAgent {
  /**
   * What the client writes. Waits while the client has not read what came before. Pieces of a line are kept until it is whole: a
   * buffer must not be written to again. What is no Uint8Array ends the replay, and rejects.
   */
  readonly writable: WritableStream<Uint8Array>;
  /** What the client reads. Closed when the replay is over. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Resolves when the client has closed, or on the divergence that ends it. Never rejects. */
  readonly ended: Promise<ReplayReport>;
  /**
   * The same for a test, which has to end also when the client does not close. It may be called at any time, before the client has spoken,
   * too. Resolves with the report when the first of these has come:
   * - the client has closed, and is told what is left;
   * - both sides have said all that was recorded, and the client has had one more turn of the event loop and said nothing else; the rest
   *   of a line that it has begun is waited for, for `timeout`, and missed in the notes;
   * - the client, since the call or its last message, has been silent for `timeout`. If something waits for it, that is a divergence. What
   *   nothing waits for, a notification, is missed after a second, or after `timeout` by a client that has not spoken at all.
   * Without a `timeout` it waits for the first two. For a client that goes on after what was recorded there is `ended`.
   * @throws {ReplayDivergence} when the client did what the recorded one did not; its message is the report.
   */
  readonly finished: () => Promise<ReplayReport>;
  /**
   * What the client has sent so far, each with the recorded entry it was matched with. Grows while the replay runs.
   */
  readonly journal: readonly JournalEntry[];
  /**
   * What the replay waits for now: `the client to answer session/request_permission (entry 9), for 4.8 s; the wait began 100 ms after
   * the start`, or the time of the next frame. Undefined when it has ended.
   */
  readonly waitingFor: () => string | undefined;
  /** Ends it now, whatever waits, as when its process is ended. */
  readonly stop: () => void;
}
