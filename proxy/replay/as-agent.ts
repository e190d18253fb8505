import { LF } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { createBranches } from './branches/branches.ts';
import { nextTurn, systemClock } from './clock.ts';
import { DEFAULTS } from './defaults.ts';
import { createFaultedWire } from './faults/faulted-wire.ts';
import { createPatience } from './faults/patience.ts';
import type { ReplayReport } from './model/replay-report.ts';
import { toPlayableRecordings, type PlayableRecording } from './playbook/playable-recording.ts';
import { toPlaybook } from './playbook/to-playbook.ts';
import { watched } from './player/frame-hook.ts';
import type { PlayerCommand } from './player/play.ts';
import { waitingWords } from './player/waiting-words.ts';
import type { ReplayedAgent, ReplayOptions } from './replayed-agent.ts';
import { isFailure } from './report/is-failure.ts';
import { notBytes } from './report/not-bytes.ts';
import { ReplayDivergence } from './report/replay-divergence.ts';
import { createVerification } from './report/verify.ts';
import { findRunningTest, toRunningTest } from './running-test.ts';
import { settleOptions } from './settle-options.ts';
import { createWaitingHint } from './waiting-hint.ts';
import { callOf, withStackOf } from './watch-await.ts';
import { watchTest, type Waiting } from './watch-test.ts';

/** The most bytes that wait for a client that reads slowly, in the stream and again in the wire with faults. */
const READY_BYTES = 256 * 1024;

/** The most frames that the player sends at a time. */
const STEP = 256;

/**
 * Plays the agent of a recording to a live client: deterministic, without a model or a network. A client that diverges
 * gets a JSON-RPC error with `data.acptap`, and the replay ends; with `onDivergence: 'follow'` the replay continues.
 * With several recordings, plays the first and switches to the recording that matches the client's messages.
 * @throws {TypeError} when an option has an unknown name or a wrong value; the message names the option.
 * @throws {AcptapError} `bad-fault` when a fault has a mistake; the message marks its place.
 */
export function replayAgent(
  recordings: Iterable<Entry> | PlayableRecording | readonly PlayableRecording[],
  given: ReplayOptions = {},
): ReplayedAgent {
  const all = toPlayableRecordings(recordings);
  const { test: context, clock = systemClock, onStderr = () => {}, onExit = () => {}, onWaiting } = given;
  const { verify = false, frame: hook, onFault = () => {} } = given;
  const test = context ? toRunningTest(context) : findRunningTest();
  const { play, faults, patience: limits } = settleOptions(given, all[0]?.options, test?.timeout);
  const { onDivergence = DEFAULTS.onDivergence, strict = DEFAULTS.strict, timeout } = play;
  const branches = all.map(({ id, file, entries }) => ({ name: file ?? id ?? null, playbook: toPlaybook(entries) }));
  const player = createBranches(branches, play, STEP, hook && watched(hook, (cause) => (thrown = { cause })));
  const splitter = createFrameSplitter();
  let thrown: ErrorOptions = {}; // thrown by the test's `frame()`
  const verification = verify ? createVerification() : undefined;
  const began = clock.now();
  let isOver = false;
  let stopped: Waiting | undefined; // the wait of the replay when it was stopped
  let last: ReplayReport | undefined; // the final report
  let isFull = false; // more frames are due than the client reads
  let cancelled = false;
  let isShut = false; // the client's stream has ended
  let hasClosed = false; // the client has closed the agent's input
  let cancelTimer = () => {};
  let cancelLastTurn = () => {}; // cancels the client's last turn, before the end
  let goOn: (() => void) | undefined; // continues when the client has read
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let resolve: (report: ReplayReport) => void;
  const ended = new Promise<ReplayReport>((done) => (resolve = done));

  const wire =
    faults &&
    createFaultedWire(faults, {
      clock,
      toClient,
      toAgent: receive,
      closeClient: shut,
      closeAgent: () => proceed(player.close(clock.now())),
      exit(exit) {
        onExit(exit);
        perform(player.close(clock.now(), false).filter(({ kind }) => kind !== 'send')); // a dead agent writes nothing
        end();
      },
      onProgress: () => proceed([]),
      onFault,
    });

  const hint = onWaiting && createWaitingHint(clock, timeout, onWaiting);
  const patience = wire && createPatience(clock, limits, wire, () => giveUp());
  const hasRoom = () => cancelled || isShut || ((controller.desiredSize ?? 0) > 0 && (wire?.size() ?? 0) < READY_BYTES);
  const isBehind = () => !isOver && player.isBehind(clock.now());

  function perform(commands: readonly PlayerCommand[]): void {
    for (const command of commands)
      switch (command.kind) {
        case 'send':
          (wire?.send ?? toClient)(command.bytes);
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

  function toClient(bytes: Uint8Array): void {
    verification?.give(bytes, clock.now() - began);
    if (!cancelled && !isShut) controller.enqueue(bytes);
  }

  function checkClient(frame: Uint8Array): void {
    if (!isOver) verification?.check('client', frame, clock.now() - began);
  }

  function shut(): void {
    if (!cancelled && !isShut) controller.close();
    isShut = true;
  }

  /** Executes these commands, then those that become due. Stops while the client does not read. */
  function proceed(commands: readonly PlayerCommand[]): void {
    perform(commands);
    isFull = false;
    while (isBehind() && !(isFull = !hasRoom())) perform(player.advance(clock.now()));
    wait();
    endWhenThrough();
    patience?.again();
    if (isFull) return;
    goOn?.();
    goOn = undefined;
  }

  /** Schedules the end when both sides have said everything. The client may react to its last read or to a lost answer. */
  function endWhenThrough(): void {
    cancelLastTurn();
    if (isOver || isFull || !player.isThrough() || wire?.isEmpty() === false || wire?.hasLostAnswer()) return;
    cancelLastTurn = nextTurn(() => proceed(player.close(clock.now(), false)));
  }

  /** Sets the timer for the next step. Plays lines at once that became due meanwhile. */
  function wait(): void {
    cancelTimer();
    reportWaiting();
    const at = isOver || isFull ? undefined : player.next();
    cancelTimer =
      at === undefined || at === Number.POSITIVE_INFINITY
        ? () => {}
        : clock.after(Math.max(0, at - clock.now()), () => proceed(player.advance(clock.now())));
  }

  /** Calls `onWaiting` when a person has kept the replay waiting. */
  function reportWaiting(): void {
    const awaited = isOver || isFull ? undefined : player.awaited();
    hint?.setAwaited(awaited?.isIdle === false && awaited.limit === undefined ? awaited.words : undefined);
  }

  /** Waits until the client could have read the sent lines, so that its pace does not change the replay. */
  async function caughtUp(): Promise<void> {
    if (isBehind()) proceed([]);
    if (isFull && !isOver) await new Promise<void>((done) => (goOn = done));
  }

  async function receive(frame: Uint8Array): Promise<void> {
    await caughtUp();
    if (!wire) checkClient(frame);
    proceed(player.receive(frame, clock.now()));
  }

  function fromClient(frame: Uint8Array): Promise<void> {
    if (!wire) return receive(frame);
    checkClient(frame);
    return wire.receive(frame);
  }

  /** The client has closed the agent's input. */
  function closed(tell = () => proceed(player.close(clock.now()))): void {
    hasClosed = true;
    if (isOver) shut();
    else tell();
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    cancelTimer();
    hint?.cancel();
    patience?.cancel();
    if (wire) wire.end(settle);
    else settle();
  }

  function settle(): void {
    // A hung agent keeps its output open: a client that waits for a lost answer must not get away by the end of the replay.
    if (hasClosed || !wire?.isHung()) shut();
    const { id = null, file } = all[0] ?? {};
    const report = {
      ...player.report(),
      recording: id,
      ...(file === undefined ? {} : { file }),
      ...(wire && faults ? { seed: faults.seed, faults: wire.report() } : {}),
    };
    const findings = wire?.hasEnding() ? verification?.findings : verification?.finish(report.outcome !== 'diverged');
    last = findings ? { ...report, findings } : report;
    resolve(last);
  }

  function giveUp(): void {
    stopped = waiting();
    wire?.stop();
    perform(player.close(clock.now(), false));
    end();
    goOn?.();
  }

  const isFailed = (report: ReplayReport) => isFailure(report, { onDivergence, strict });

  async function finished(at: Error): Promise<ReplayReport> {
    if (!isOver) {
      patience?.begin();
      proceed(player.finish(clock.now()));
    }
    const report = await ended;
    if (isFailed(report)) throw withStackOf(at, new ReplayDivergence(report, thrown));
    return report;
  }

  const waitingFor = () => (isOver ? undefined : waitingWords(player, clock.now(), began, isFull, wire));

  /** Works after `stop` too, because a test may stop its replay early. */
  function waiting(): Waiting | undefined {
    const words = waitingFor();
    if (words === undefined) return stopped;
    const next = player.upcoming();
    const isIdle = player.awaited()?.isIdle ?? (next ? !next.isDelayed : !isFull);
    return { words, isIdle };
  }

  function stop(): void {
    giveUp();
    shut();
  }

  const watch = test && watchTest(test, { at: callOf(replayAgent), report: () => last, isFailed, waiting });

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
          wire?.stop();
          proceed(player.close(clock.now(), false));
        },
      },
      { highWaterMark: READY_BYTES, size: (chunk) => chunk.byteLength },
    ),
    writable: new WritableStream<Uint8Array>({
      async write(chunk) {
        if (!(chunk instanceof Uint8Array)) {
          stop();
          throw notBytes(chunk);
        }
        for (const frame of splitter.push(chunk)) await fromClient(frame);
        if (chunk.length > 0) player.receivePart(chunk.at(-1) !== LF, clock.now());
        proceed([]); // the replay may be through now
      },
      async close() {
        const rest = splitter.flush();
        if (rest) await fromClient(rest);
        await caughtUp();
        closed(wire?.close);
      },
      abort: () => closed(),
    }),
    ended,
    finished: function call(calledBy) {
      const at = callOf(call);
      return watch ? watch.finished(finished(at), at, calledBy) : finished(at);
    },
    get journal() {
      return player.journal();
    },
    waitingFor,
    stop,
  };
}
