import { cancels, knowsSession } from '#core/protocol/method-traits.ts';
import type { Seq } from '#core/units.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import { refusal, type Answer } from './answer.ts';
import { createDriveClock, LONG_SILENCE_MS } from './drive-clock.ts';
import { answerFrame, toLiveFrame } from './live-frames.ts';
import { createLiveSide, type LiveRequest } from './live-side.ts';
import type { LiveNames } from './live-names.ts';
import type { Need, Plan, ClientStep } from './plan.ts';

/** The ports of a driver. */
export interface DriverPorts {
  /** Writes a frame to the live agent. The frame must come back as an entry. */
  write(frame: Uint8Array): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Calls back once; returns a function that cancels. */
  after(ms: number, expired: () => void): () => void;
  answer(request: LiveRequest): Answer;
  /** Called once in each long silence, with the missing event and the silence that ends the drive. */
  onWaiting?(words: string): void;
}

export interface DriverOptions {
  /**
   * Milliseconds. The drive fails after so much silence while an event is missing. A step in a turn is sent this long
   * after the step before, even if the agent has not come far enough.
   */
  readonly timeout: number;
}

/** How long the drive waits for the agent's exit after its stdout was closed: the exit explains more. */
const CLOSED_MS = 1000;

/** The `why` of the steps that were left when the drive failed. */
export const TOO_LATE = 'the drive had ended';

/** The result of a drive: sent and unsent steps, and why it ended early. `compareDrive` judges the agent. */
export interface Drive {
  /** `seq` of each sent frame in the live conversation, by `seq` of the recorded frame. */
  readonly sent: ReadonlyMap<Seq, Seq>;
  /** Recorded steps of the client that could not be sent. */
  readonly unsent: readonly { readonly seq: Seq; readonly method: string; readonly why: string }[];
  readonly notes: readonly string[];
  /** Why the drive ended early; missing when it did not. */
  readonly failure?: string;
}

/**
 * Plays the recorded client to a live agent: sends its messages in order, each when its `needs` are met and, in a turn,
 * after the recorded delay. Answers the agent's requests. Does no I/O itself: the agent's pipe and the clock are
 * arguments. `finished` resolves once and never rejects.
 */
export function createDriver(plan: Plan, names: LiveNames, ports: DriverPorts, { timeout }: DriverOptions) {
  const live = createLiveSide(plan, names);
  const clock = createDriveClock(() => ports.now(), timeout);
  const unsent: { seq: Seq; method: string; why: string }[] = [];
  const notes = new Set<string>();
  const older = new Map<Seq, string>(); // requests for sessions that were opened before the recording began
  const waiting = new Map<IdToken, LiveRequest>(); // requests of the agent without an answer yet
  let held: { readonly id: IdToken; readonly outcome: Outcome; readonly until: number }[] = [];
  let cursor = 0;
  let latest: Uint8Array | undefined; // the agent's last line
  let cancelTimer = () => {};
  let over = false;
  let isProceeding = false; // an agent in the same process may answer before `write` returns
  let resolve: (drive: Drive) => void;
  const finished = new Promise<Drive>((done) => (resolve = done));

  function proceed(): void {
    if (isProceeding) return;
    isProceeding = true;
    cancelTimer();
    while (takeStep());
    isProceeding = false;
  }

  /** Takes the next step, or skips it if it is impossible. Returns false while it has to wait. */
  function takeStep(): boolean {
    if (over) return false;
    giveAnswers();
    const step = plan.steps[cursor];
    if (!step) {
      waitForQuiet();
      return false;
    }
    const why = impossible(step);
    const ms = why === undefined ? waitBefore(step) : undefined;
    if (ms !== undefined) {
      wait(ms, step);
      return false;
    }
    if (why === undefined) send(step);
    else unsent.push({ seq: step.seq, method: methodOf(step), why });
    cursor += 1;
    clock.takeStep();
    return true;
  }

  /** Milliseconds until the step should be checked again; undefined when it can be taken now. */
  function waitBefore({ needs, session, asides, during }: ClientStep): number | undefined {
    if (needs.some((need) => !isMet(need))) return clock.untilGivenUp();
    if (!during) return live.asides(session) < asides ? clock.untilQuiet() : undefined;
    if (live.isOver(during.prompt)) return undefined;
    if (!clock.hasReached() && live.hasReached(during)) clock.reach();
    return clock.untilDue(during.delayMs);
  }

  function wait(ms: number, step: ClientStep | undefined): void {
    if (ms <= 0) return failAfterWait(step);
    const reportMs = ports.onWaiting && clock.untilReport();
    if (reportMs === undefined || reportMs >= ms) return void (cancelTimer = ports.after(ms, proceed));
    cancelTimer = ports.after(reportMs, () => {
      if (clock.beginReport())
        ports.onWaiting?.(
          `${awaited(step)}; the agent has been silent for ${inWords(LONG_SILENCE_MS)}, and the drive ends after ${inWords(timeout)} of silence`,
        );
      proceed();
    });
  }

  function failAfterWait(step: ClientStep | undefined): void {
    const { isSilent, limit } = clock.exceeded();
    const silent = latest && !isMessage(latest) ? 'was silent after a line that is not a message' : 'was silent';
    fail(`waited ${inWords(limit)} for ${awaited(step)}, and the agent ${isSilent ? silent : 'went on without it'}`);
  }

  function waitForQuiet(): void {
    if (plan.needs.some((need) => !isMet(need))) return wait(clock.untilGivenUp(), undefined);
    const ms = clock.untilIdle();
    if (ms === undefined) end();
    else cancelTimer = ports.after(ms, proceed);
  }

  /** Whether a need is met. The needs of a request that could not be sent count as met. */
  const isMet = (need: Need) => live.has(need) || unsent.some(({ seq }) => seq === need.seq);

  function send(step: ClientStep): void {
    const { during } = step;
    if (during && !clock.hasReached() && !live.isOver(during.prompt))
      notes.add(`${methodOf(step)} was sent before the agent had reached the point of the recording (#${step.seq})`);
    const { session } = step;
    if (session !== undefined && knowsSession(methodOf(step)) && !names.knows(session) && plan.sessions.has(step.seq))
      older.set(step.seq, session);
    const frame = toLiveFrame(step, names);
    for (const note of frame.notes) notes.add(note);
    clock.restartSilence(); // the agent needs time to answer this
    live.writes(step.seq);
    ports.write(frame.bytes);
  }

  /** Why a step can no longer be taken; undefined when it can. */
  function impossible({ session, during, message }: ClientStep): string | undefined {
    if (session !== undefined && live.isLost(session)) return 'its session could not be opened';
    if (during && cancels(message?.method ?? '') && live.isOver(during.prompt)) return 'the turn was over before';
    return undefined;
  }

  function takeEntry(entry: Entry): void {
    if (over) return;
    if (entry.kind === 'frame' && entry.from === 'agent') {
      clock.restartSilence();
      latest = entry.bytes;
    }
    if (entry.kind === 'event' && entry.event.event === 'eof' && entry.event.of === 'agent')
      ports.after(CLOSED_MS, () => agentEnded('closed its stdout'));
    const { asked, takenBack, strays } = live.take(entry);
    for (const stray of strays) notes.add(stray);
    for (const request of asked) take(request);
    for (const id of takenBack) if (waiting.has(id)) give(id, refusal(-32800, 'Request cancelled'));
    if (entry.kind === 'frame' && entry.from === 'agent') proceed();
  }

  function take(request: LiveRequest): void {
    waiting.set(request.id, request);
    const { outcome, like, note } = ports.answer(request);
    if (note !== undefined) notes.add(note);
    if (outcome instanceof Promise) {
      void outcome.then((value) => served(request, value));
      return;
    }
    // If the request came between the same steps as recorded, it is answered after the steps that preceded the recorded
    // answer, a cancel for example.
    const [from, to] = like?.meanwhile ?? [0, 0];
    held.push({ id: request.id, outcome, until: cursor >= from && cursor < to ? to : cursor });
  }

  function served(request: LiveRequest, outcome: Outcome): void {
    if (over || waiting.get(request.id) !== request) return; // withdrawn meanwhile
    give(request.id, outcome);
    proceed();
  }

  function giveAnswers(): void {
    const due = held.filter(({ until }) => until <= cursor);
    held = held.filter(({ until }) => until > cursor);
    for (const { id, outcome } of due) if (waiting.has(id)) give(id, outcome);
  }

  function give(id: IdToken, outcome: Outcome): void {
    waiting.delete(id);
    live.writes(undefined);
    ports.write(answerFrame(id, outcome));
  }

  function awaited(step: ClientStep | undefined): string {
    const need = (step?.needs ?? plan.needs).find((each) => !isMet(each));
    const what = !need
      ? step
        ? `the moment to send ${methodOf(step)} (#${step.seq} of the recording)`
        : 'the end of its output'
      : need.kind === 'answer'
        ? `the answer to ${need.method} (#${need.seq} of the recording)`
        : `the end of the turn that #${need.seq} of the recording began`;
    const ours = [...waiting.values()].map(({ method }) => method).join(', ');
    return ours === '' ? what : `${what}, while the agent waited for ${ours}`;
  }

  function agentEnded(how: string): void {
    const step = plan.steps[cursor];
    const isDone = !step && plan.needs.every(isMet);
    if (isDone && !over) end();
    else fail(`the agent ${how} while acptap waited for ${awaited(step)}`);
  }

  function fail(failure: string): void {
    if (over) return;
    for (const step of plan.steps.slice(cursor)) unsent.push({ seq: step.seq, method: methodOf(step), why: TOO_LATE });
    end(failure);
  }

  function end(failure?: string): void {
    over = true;
    cancelTimer();
    for (const [seq, session] of older)
      if (live.hasFailed(seq))
        notes.add(`the session "${session}" is older than the recording: the agent may not know it here`);
    resolve({ sent: live.sent(), unsent, notes: [...notes], ...(failure === undefined ? {} : { failure }) });
  }

  return {
    begin: proceed,
    /** Takes every entry of both sides, in order. */
    takeEntry,
    /** Notes that the agent wrote something, even part of a line: it is not silent. */
    takeOutput: clock.restartSilence,
    /** Notes that the agent ended. `how` continues the words "the agent": `ended with code 3`. */
    agentEnded,
    /** Ends the drive because the agent could not be started; `failure` says why. */
    giveUp: fail,
    finished,
  };
}

const methodOf = ({ message }: ClientStep) => message?.method ?? 'a line that is not a message';

const inWords = (ms: number) => (ms % 60_000 === 0 ? `${ms / 60_000} min` : ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);

function isMessage(bytes: Uint8Array): boolean {
  const decoded = decodeFrame(bytes);
  return decoded.kind === 'json' && decoded.parts.some(({ message }) => message !== undefined);
}
