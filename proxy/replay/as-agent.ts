import type { Entry } from '#core/wire/entry.ts';
import { createBranches } from './branches/branches.ts';
import { createAgentInput } from './connection/agent-input.ts';
import { systemClock } from './connection/clock.ts';
import { createClientInput, READY_BYTES } from './connection/client-input.ts';
import { createPatience } from './connection/patience.ts';
import { createPlayback } from './connection/playback.ts';
import { createWaitingHint } from './connection/waiting-hint.ts';
import { createPlainWire } from './connection/wire.ts';
import { DEFAULTS } from './defaults.ts';
import { createFaultedWire } from './faults/faulted-wire.ts';
import type { ReplayReport } from './model/replay-report.ts';
import { toPlayableRecordings, type PlayableRecording } from './playbook/playable-recording.ts';
import { toPlaybook } from './playbook/to-playbook.ts';
import { watched } from './player/frame-hook.ts';
import { waitingWords } from './player/waiting-words.ts';
import type { ReplayedAgent, ReplayOptions } from './replayed-agent.ts';
import { isFailure } from './report/is-failure.ts';
import { ReplayDivergence } from './report/replay-divergence.ts';
import { createVerification } from './report/verify.ts';
import { findRunningTest, toRunningTest } from './running-test.ts';
import { settleOptions } from './settle-options.ts';
import { callOf, withStackOf } from './watch-await.ts';
import { watchTest, type Waiting } from './watch-test.ts';

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
  const { onDivergence = DEFAULTS.onDivergence, strict = DEFAULTS.strict } = play;
  const branches = all.map(({ id, file, entries }) => ({ name: file ?? id ?? null, playbook: toPlaybook(entries) }));
  let thrown: ErrorOptions = {}; // thrown by the test's `frame()`
  const player = createBranches(branches, play, STEP, hook && watched(hook, (cause) => (thrown = { cause })));
  const verification = verify ? createVerification() : undefined;
  const began = clock.now();
  const sinceBeginning = () => clock.now() - began;
  let hasClosed = false; // the client has closed the agent's input
  let stopped: Waiting | undefined; // the wait of the replay when it was stopped
  let final: ReplayReport | undefined;
  let resolve: (report: ReplayReport) => void;
  const ended = new Promise<ReplayReport>((done) => (resolve = done));

  const input = createClientInput(
    () => playback.isFull() && playback.proceed(),
    () => {
      wire.stop();
      playback.proceed(player.close(clock.now(), false));
    },
  );

  const ports = {
    toClient(bytes: Uint8Array): void {
      verification?.give(bytes, sinceBeginning());
      input.write(bytes);
    },
    toAgent: (frame: Uint8Array, fault?: string) => playback.proceed(player.receive(frame, clock.now(), fault)),
    closeAgent: () => playback.proceed(player.close(clock.now())),
  };

  const wire = faults
    ? createFaultedWire(faults, {
        ...ports,
        clock,
        async toAgent(frame, fault) {
          await playback.caughtUp(); // faults may have delayed it
          ports.toAgent(frame, fault);
        },
        closeClient: input.shut,
        exit(exit) {
          onExit(exit);
          playback.endWith(player.close(clock.now(), false).filter(({ kind }) => kind !== 'send')); // it writes no more
        },
        onProgress: () => playback.proceed(),
        onFault,
      })
    : createPlainWire(ports);

  const hint = onWaiting && createWaitingHint(clock, play.timeout, onWaiting);
  const patience = createPatience(clock, limits, wire, giveUp);

  const playback = createPlayback(player, {
    clock,
    execute(command) {
      if (command.kind === 'send') wire.send(command.bytes);
      if (command.kind === 'stderr') onStderr(command.bytes);
      if (command.kind === 'exit') onExit(command);
    },
    hasRoom: () => input.hasRoom() && wire.size() < READY_BYTES,
    isWireBusy: () => !wire.isEmpty() || wire.hasLostAnswer(),
    onStep() {
      const awaited = playback.isOver() || playback.isFull() ? undefined : player.awaited();
      hint?.setAwaited(awaited?.isIdle === false && awaited.limit === undefined ? awaited.words : undefined);
      patience.again();
    },
    onEnd() {
      hint?.cancel();
      patience.cancel();
      wire.end(settle);
    },
  });

  function settle(): void {
    // A hung agent keeps its output open: a client that waits for a lost answer must not get away by the end of the replay.
    if (hasClosed || !wire.isHung()) input.shut();
    const { id = null, file } = all[0] ?? {};
    const report = {
      ...player.report(),
      recording: id,
      ...(file === undefined ? {} : { file }),
      ...(faults ? { seed: faults.seed, faults: wire.report(), lastFault: wire.latest() ?? null } : {}),
    };
    const findings = wire.hasEnding() ? verification?.findings : verification?.finish(report.outcome !== 'diverged');
    final = findings ? { ...report, findings } : report;
    resolve(final);
  }

  function giveUp(): void {
    stopped = waiting();
    wire.stop();
    playback.endWith(player.close(clock.now(), false));
  }

  function stop(): void {
    giveUp();
    input.shut();
  }

  const isFailed = (report: ReplayReport) => isFailure(report, { onDivergence, strict });

  async function finished(at: Error): Promise<ReplayReport> {
    if (!playback.isOver()) {
      patience.begin();
      playback.proceed(player.finish(clock.now()));
    }
    const report = await ended;
    if (isFailed(report)) throw withStackOf(at, new ReplayDivergence(report, thrown));
    return report;
  }

  const waitingFor = () =>
    playback.isOver() ? undefined : waitingWords(player, clock.now(), began, playback.isFull(), wire);

  /** Works after `stop` too, because a test may stop its replay early. */
  function waiting(): Waiting | undefined {
    const words = waitingFor();
    if (words === undefined) return stopped;
    const next = player.upcoming();
    const isIdle = player.awaited()?.isIdle ?? (next ? !next.isDelayed : !playback.isFull());
    return { words, isIdle };
  }

  async function fromClient(frame: Uint8Array): Promise<void> {
    await playback.caughtUp();
    if (!playback.isOver()) verification?.check('client', frame, sinceBeginning());
    await wire.receive(frame);
  }

  function closeInput(close: () => void): void {
    hasClosed = true;
    if (playback.isOver()) input.shut();
    else close();
  }

  const writable = createAgentInput({
    receive: fromClient,
    onChunk(isWithinLine) {
      if (isWithinLine !== undefined) player.receivePart(isWithinLine, clock.now());
      playback.proceed(); // the replay may be through now
    },
    onWrongChunk: stop,
    async close() {
      await playback.caughtUp();
      closeInput(wire.close);
    },
    abort: () => closeInput(ports.closeAgent),
  });

  const watch = test && watchTest(test, { at: callOf(replayAgent), report: () => final, isFailed, waiting });
  playback.proceed(player.start(clock.now()));

  return {
    readable: input.readable,
    writable,
    ended,
    finished: function call(calledBy, ignoresFindings) {
      const at = callOf(call);
      return watch ? watch.finished(finished(at), { at, name: calledBy, ignoresFindings }) : finished(at);
    },
    get journal() {
      return player.journal();
    },
    waitingFor,
    stop,
  };
}
