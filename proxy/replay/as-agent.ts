import { inspect } from 'node:util';
import { LF } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frames.ts';
import { createBranches } from './branches.ts';
import { nextTurn, systemClock, type Clock } from './clock.ts';
import type { FrameHook } from './frame-hook.ts';
import type { JournalEntry } from './journal.ts';
import { ReplayDivergence } from './replay-divergence.ts';
import { checkOptions, DEFAULTS, type FixtureOptions, type PlayOptions } from './options.ts';
import type { PlayerCommand } from './play.ts';
import { isFailure, type ReplayReport } from './report.ts';
import { toScript } from './to-script.ts';
import { createVerification } from './verify.ts';

/** A recording to play: what it is called in the report, what passed, and how it wants to be played. A fixture is one. */
export interface Recorded {
  readonly id?: string;
  readonly entries: Iterable<Entry>;
  readonly options?: FixtureOptions;
}

/** How a recorded agent is played to a client. Times are in milliseconds. What is given here goes before what a fixture says. */
export interface ReplayOptions extends Partial<PlayOptions> {
  /** Judges by the rules what the live client says: `findings` in the report. An error of the client's is a failure. */
  readonly verify?: boolean;
  /** The caller's clock and timer, so that tests need none. */
  readonly clock?: Clock;
  /** Changes, delays or drops single frames of the agent before the client gets them. An error in it fails the replay. */
  readonly frame?: FrameHook;
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
  /** Ends it now, whatever waits, as when its process is ended. */
  readonly stop: () => void;
}

/** Beside those of how it is played. */
const OTHER_OPTIONS: readonly Exclude<keyof ReplayOptions, keyof PlayOptions>[] = [
  'verify',
  'clock',
  'frame',
  'onStderr',
  'onWaiting',
  'onExit',
];

/** What a timer can wait, in milliseconds; after it the rest is waited for. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Where there is no `timeout` to say what is long. */
const DEFAULT_HINT_MS = 10_000;

/** So many bytes are kept ready for a client that reads slowly, and about so many frames more. */
const READY_BYTES = 256 * 1024;
const STEP = 256;

/**
 * Plays the agent of a recording to a live client: deterministic, without a model or a network. A client that does something else than
 * the recorded one is told so with a JSON-RPC error that has `data.acptap`, and the replay ends; or, by the options, it goes on as
 * recorded. Of several recordings the first is played, and another one goes on where the client does what only that one has.
 * @throws {TypeError} when an option is none, saying which.
 */
export function replayAgent(
  recordings: Iterable<Entry> | Recorded | readonly Recorded[],
  given: ReplayOptions = {},
): ReplayedAgent {
  checkOptions(given, OTHER_OPTIONS);
  const all = toRecordings(recordings);
  const fixed = all[0]?.options ?? {};
  const options = { ...fixed, ...given, match: { ...fixed.match, ...given.match } };
  const {
    clock = systemClock,
    onStderr = () => {},
    onExit = () => {},
    onWaiting,
    verify = false,
    frame: hook,
    ...play
  } = options;
  const branches = all.map(({ id, entries }) => ({ name: id ?? null, script: toScript(entries) }));
  const player = createBranches(branches, play, STEP, hook && watched(hook));
  const splitter = createFrameSplitter();
  let thrown: ErrorOptions = {}; // by the test's `frame()`
  const verification = verify ? createVerification() : undefined;
  const began = clock.now();
  let isOver = false;
  let isFull = false; // more is due than the client reads
  let cancelled = false;
  let cancelTimer = () => {};
  let cancelHint = () => {};
  let cancelLastTurn = () => {}; // of the client, before the end
  let awaitedWords: string | undefined; // what a person is waited for
  let goOn: (() => void) | undefined; // what waits for the client to read
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let resolve: (report: ReplayReport) => void;
  const ended = new Promise<ReplayReport>((done) => (resolve = done));

  function watched(decide: FrameHook): FrameHook {
    return (one, wire) => {
      try {
        return decide(one, wire);
      } catch (cause) {
        thrown = { cause };
        throw cause;
      }
    };
  }

  const hasRoom = () => cancelled || (controller.desiredSize ?? 0) > 0;
  const isBehind = () => !isOver && player.isBehind(clock.now());

  function perform(commands: readonly PlayerCommand[]): void {
    for (const command of commands)
      switch (command.kind) {
        case 'send':
          verification?.see('agent', command.bytes, clock.now() - began);
          if (!cancelled) controller.enqueue(command.bytes);
          break;
        case 'stderr':
          onStderr(command.bytes);
          break;
        case 'exit':
          onExit(command);
          break;
        case 'end':
          end();
      }
  }

  /** Does these, and what is due after them as far as the client reads; the rest when it does, or when its time has come. */
  function proceed(commands: readonly PlayerCommand[]): void {
    perform(commands);
    isFull = false;
    while (isBehind() && !(isFull = !hasRoom())) perform(player.advance(clock.now()));
    wait();
    endWhenThrough();
    if (isFull) return;
    goOn?.();
    goOn = undefined;
  }

  /** All is said, and a test waits for the end: a client that is about to say more does it when it has read the last of it. */
  function endWhenThrough(): void {
    cancelLastTurn();
    if (isOver || isFull || !player.isThrough()) return;
    cancelLastTurn = nextTurn(() => proceed(player.close(clock.now(), false)));
  }

  /** Sets the timer for what comes next by itself. What is due meanwhile is due at once: a real clock goes on while we look. */
  function wait(): void {
    cancelTimer();
    tellWaiting();
    const at = isOver || isFull ? undefined : player.next();
    cancelTimer =
      at === undefined || at === Number.POSITIVE_INFINITY
        ? () => {}
        : clock.after(Math.min(Math.max(0, at - clock.now()), LONGEST_TIMER), () =>
            proceed(player.advance(clock.now())),
          );
  }

  /** Says what a person has not done for a while, once. */
  function tellWaiting(): void {
    const words = isOver || isFull || !onWaiting ? undefined : player.waitsByHand();
    if (words === awaitedWords) return;
    cancelHint();
    awaitedWords = words;
    cancelHint =
      words === undefined ? () => {} : clock.after(options.timeout ?? DEFAULT_HINT_MS, () => onWaiting?.(words));
  }

  /** What the client says is heard when it could have read what was sent before: so its pace does not change what it gets. */
  async function caughtUp(): Promise<void> {
    if (isBehind()) proceed([]);
    if (isFull) await new Promise<void>((done) => (goOn = done));
  }

  async function hear(frame: Uint8Array): Promise<void> {
    await caughtUp();
    if (!isOver) verification?.see('client', frame, clock.now() - began);
    proceed(player.receive(frame, clock.now()));
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    cancelTimer();
    cancelHint();
    if (!cancelled) controller.close();
    const report = player.report();
    const findings = verification?.finish(report.outcome !== 'diverged');
    resolve(findings ? { ...report, findings } : report);
  }

  function stop(): void {
    perform(player.close(clock.now(), false));
    end();
    goOn?.();
  }

  return {
    readable: new ReadableStream<Uint8Array>(
      {
        start(readableController) {
          controller = readableController;
          proceed(player.start(clock.now()));
        },
        pull() {
          if (isFull) proceed([]);
        },
        cancel() {
          cancelled = true; // the client reads no more: there is nothing left to close
          proceed(player.close(clock.now(), false));
        },
      },
      { highWaterMark: READY_BYTES, size: (chunk) => chunk.byteLength },
    ),
    writable: new WritableStream<Uint8Array>({
      async write(chunk) {
        if (!(chunk instanceof Uint8Array)) {
          stop();
          throw new TypeError(
            `a replayed agent hears bytes: write a Uint8Array, not ${inspect(chunk, { maxStringLength: 40, depth: 0 })}`,
          );
        }
        for (const frame of splitter.push(chunk)) await hear(frame);
        if (chunk.length > 0) player.hearPart(chunk.at(-1) !== LF, clock.now());
        proceed([]); // whether all is said may be another question now
      },
      async close() {
        const rest = splitter.flush();
        if (rest) await hear(rest);
        await caughtUp();
        proceed(player.close(clock.now()));
      },
      abort: () => proceed(player.close(clock.now())),
    }),
    ended,
    async finished() {
      if (!isOver) proceed(player.finish(clock.now()));
      const report = await ended;
      const { onDivergence = DEFAULTS.onDivergence, strict = DEFAULTS.strict } = options;
      if (isFailure(report, { onDivergence, strict })) throw new ReplayDivergence(report, thrown);
      return report;
    },
    get journal() {
      return player.journal();
    },
    stop,
  };
}

function toRecordings(given: Iterable<Entry> | Recorded | readonly Recorded[]): readonly Recorded[] {
  if (isRecorded(given)) return [given];
  const items = [...given];
  if (items.length > 0 && items.every(isRecorded)) return items;
  return [{ entries: items as readonly Entry[] }]; // what is left
}

const isRecorded = (value: unknown): value is Recorded =>
  typeof value === 'object' && value !== null && 'entries' in value && typeof value.entries !== 'function';
