import { decodeFrame, type Decoded } from '#core/wire/decode.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { lastMember, type IdToken } from '#core/wire/request-id.ts';
import { withoutPlace } from './divergence.ts';
import { createFinishing } from './finishing.ts';
import type { FrameHook } from './frame-hook.ts';
import { hearNoise } from './hear-noise.ts';
import { hearNotification } from './hear-notification.ts';
import { hearRequest } from './hear-request.ts';
import { hearHeld, hearResponse } from './hear-response.ts';
import type { JournalEntry } from './journal.ts';
import { inWords } from './match.ts';
import { DEFAULTS, type PlayOptions } from './options.ts';
import { createPlay, type PlayerCommand } from './play.ts';
import type { RawId } from './remap.ts';
import type { ReplayReport } from './report.ts';
import type { ScheduleOptions } from './schedule.ts';
import type { Script } from './script.ts';
import { delayOf, sendLine } from './sending.ts';
import { answerUnanswered, notSent } from './unanswered.ts';
import { unplayed } from './unplayed.ts';
import { awaited, inSeconds, sinceWhen, upcoming, type Awaited, type Upcoming } from './waiting.ts';

/** Plays a recorded agent. Every verb takes the time, in milliseconds on the caller's clock, and says what to do now. */
export interface Player {
  readonly start: (now: number) => readonly PlayerCommand[];
  /** A whole line of the client, or what was left of one when it closed. */
  readonly receive: (frame: Uint8Array, now: number) => readonly PlayerCommand[];
  /** After each piece of what the client writes: whether the last line of it is still to be ended. */
  readonly hearPart: (isOfLine: boolean, now: number) => void;
  /** Time has passed: call at `next()`. */
  readonly advance: (now: number) => readonly PlayerCommand[];
  /** The client says nothing more. While it reads it gets, at instant speed, what waits for nothing but time; there may be much (`isBehind`). */
  readonly close: (now: number, isReading?: boolean) => readonly PlayerCommand[];
  /**
   * Whoever runs the client waits for the end. The client's next request is not waited for for ever, and what nothing waits for, a
   * notification, only for a moment. That all is said (`isThrough`) is no end yet: the caller closes when the client has no more to say.
   */
  readonly finish: (now: number) => readonly PlayerCommand[];
  /** The end is waited for, and both sides have said all that was recorded. */
  readonly isThrough: () => boolean;
  /** When to call `advance`; undefined when only the client can bring it on. */
  readonly next: () => number | undefined;
  /** There is more to send than fits into one step: call `advance` when there is room, and before anything else is received. */
  readonly isBehind: (now: number) => boolean;
  /** What the client has to do for the replay to go on. */
  readonly awaited: () => Awaited | undefined;
  /** The next frame of the agent, where nothing but time is missing. */
  readonly upcoming: () => Upcoming | undefined;
  readonly report: () => ReplayReport;
  /** What the client has sent so far. */
  readonly journal: () => readonly JournalEntry[];
  /** How often the client has diverged so far. */
  readonly divergences: () => number;
  /** It is not known yet whether the client's last answer is one. */
  readonly isHolding: () => boolean;
  /** From now on a test decides on each frame of the agent. */
  readonly intercept: (hook: FrameHook | undefined) => void;
  /** From now on at another pace. */
  readonly pace: (pacing: ScheduleOptions) => void;
  /** For a recording that goes on where another one was told: what the client has got under another name. */
  readonly knownAs: {
    readonly session: (recorded: string, live: string) => void;
    readonly name: (recorded: string, live: string) => void;
    readonly request: (recorded: IdToken, live: IdToken) => void;
  };
}

/**
 * Plays the agent's side of a script to a live client. No pipe, no clock, no randomness: the same frames at the same times give the
 * same commands. Client messages are matched by what they are; what follows them is played as soon as its causes have happened.
 * No step gives more than `most` frames, so that a client that reads slowly need not be waited for with all of them in memory.
 */
export function createPlayer(
  script: Script,
  options: Partial<PlayOptions> = {},
  recording: string | null = null,
  most = Number.POSITIVE_INFINITY,
): Player {
  const settings: PlayOptions = { ...DEFAULTS, ...options };
  const play = createPlay(script, settings, recording);
  const { schedule, reporting, expectations } = play;
  const finishing = createFinishing(play);
  let isClosed = false;
  let isClosing = false; // the client has, and is still told what nothing has to be waited for
  let waitedFor: string | null = null;

  /** Sends what is due. */
  function pump(now: number): void {
    for (let taken = 0; taken < most && !play.isOver(); taken += 1) {
      const item = schedule.take(now, (line) => delayOf(play, line));
      if (!item || play.isOver()) break;
      if ('what' in item) aside(item.what);
      else sendLine(play, item, now);
    }
    if (play.isOver()) return;
    if (!isClosed) answerUnanswered(play);
    if (schedule.due() !== undefined) return;
    if (isClosed) play.end();
    else if (isClosing) close(now);
  }

  /** The client has closed, and what it was to hear it has heard. What its agent did after that is beside the wire. */
  function close(now: number): void {
    waitedFor ??= awaited(play)?.words ?? null;
    isClosed = true;
    schedule.close(now, ({ kind }) => (kind === 'exit' ? settings.exit : settings.stderr));
    pump(now);
  }

  function aside(what: Script['asides'][number]['what']): void {
    if (what.kind === 'stderr' && play.options.stderr) play.do(what);
    if (what.kind !== 'exit' || !play.options.exit) return;
    play.do(what);
    play.end(); // a process that is gone says nothing more
  }

  const isDeaf = () => isClosed || isClosing || play.isOver();
  const waitsFor = () => (isDeaf() ? undefined : awaited(play));
  const isBehind = (now: number) => !play.isOver() && (schedule.due() ?? Number.POSITIVE_INFINITY) <= now;

  function hear(frame: Uint8Array, now: number): void {
    const decoded = decodeFrame(frame);
    if (decoded.kind === 'blank') return;
    if (decoded.kind !== 'json' || decoded.parts.length === 0) return hearNoise(play, decoded, now);
    for (const { message } of decoded.parts) {
      if (play.isOver()) return;
      if (message) hearMessage(message, decoded, now);
      else hearNoise(play, decoded, now);
      pump(now);
    }
  }

  function hearMessage(message: Message, { text, batch }: Decoded & { kind: 'json' }, now: number): void {
    const asked = message.kind === 'response' && message.id !== undefined ? play.asked.get(message.id) : undefined;
    play.journal.add(message, 'method' in message ? message.method : (asked?.said.method ?? null), now);
    switch (message.kind) {
      case 'request':
        return hearRequest(play, message, batch ? message.id : rawIdOf(text, message.id), now);
      case 'response':
        return hearResponse(play, message, now);
      case 'notification':
        return hearNotification(play, message, now);
    }
  }

  const patience = () => (isDeaf() ? undefined : finishing.patience());

  function expire(now: number): void {
    const wait = waitsFor();
    if (!wait && now >= (patience() ?? Number.POSITIVE_INFINITY)) {
      finishing.giveUp();
      return close(now);
    }
    if (wait?.until === undefined || now < wait.until || wait.limit === undefined) return;
    const { line, words } = wait;
    const message = `waited ${inSeconds(wait.limit)} for ${words}; ${sinceWhen(wait)}`;
    const divergence = { ...withoutPlace(message, 'nothing', inWords(line.message, line.method)), seq: line.seq };
    reporting.diverged(divergence);
    waitedFor = words;
    if (play.options.onDivergence === 'fail' || wait.isIdle) return play.abandon(divergence);
    expectations.giveUp(line);
    schedule.giveUp(line.index, now);
    play.lastProgress = now;
    for (const [id, { answer }] of play.asked.inLane(line.lane)) if (answer === line) play.asked.remove(id);
    waitedFor = null;
    pump(now);
  }

  return {
    start(now) {
      play.startedAt = now;
      play.lastProgress = now;
      play.journal.begin(now);
      schedule.start(now);
      pump(now);
      return play.takeCommands();
    },
    receive(frame, now) {
      pump(now);
      finishing.heard(now);
      if (!isDeaf()) hear(frame, now);
      return play.takeCommands();
    },
    hearPart: finishing.heardPart,
    advance(now) {
      hearHeld(play, now);
      pump(now);
      if (!isBehind(now)) expire(now); // a client cannot answer what it has not got
      return play.takeCommands();
    },
    close(now, isReading = true) {
      if (isDeaf()) return play.takeCommands();
      hearHeld(play, now, true);
      if (isReading && settings.speed === 'instant') {
        isClosing = true;
        Object.assign(settings, { settleAfterNew: 0 });
        schedule.hurry(now);
      }
      pump(now);
      if (!isClosing && !isClosed && !play.isOver()) close(now);
      return play.takeCommands();
    },
    finish(now) {
      finishing.begin(now);
      const { timeout, idleTimeout = timeout, personTimeout = idleTimeout } = settings;
      Object.assign(settings, { idleTimeout, personTimeout });
      play.lastProgress = now;
      pump(now);
      return play.takeCommands();
    },
    isThrough: () => !isDeaf() && finishing.isThrough(),
    next() {
      if (play.isOver()) return undefined;
      const due = schedule.due();
      const wait = waitsFor();
      const until = wait ? wait.until : patience();
      const next = Math.min(...[due, until, ...play.held.map((one) => one.until)].filter((at) => at !== undefined));
      return next === Number.POSITIVE_INFINITY ? (due ?? until) : next;
    },
    isBehind,
    awaited: waitsFor,
    upcoming: () => (play.isOver() ? undefined : upcoming(play)),
    report: () =>
      reporting.report({
        unused: expectations.unused(),
        unplayed: unplayed(play),
        received: play.journal.entries.length,
        missingCapabilities: [...play.missing],
        unfinished: notSent(play),
        waitedFor,
      }),
    journal: () => play.journal.entries,
    divergences: reporting.divergences,
    isHolding: () => play.held.length > 0,
    intercept: (hook) => void (play.hook = hook),
    pace: (pacing) => void Object.assign(settings, pacing),
    knownAs: {
      session: play.remap.bindSession,
      name: play.remap.bindName,
      request(recorded, live) {
        const asked = play.asked.get(recorded);
        if (!asked || recorded === live) return;
        play.asked.remove(recorded);
        play.asked.add(live, asked);
      },
    },
  };
}

/** A request's id as it stands in its frame; its token where that cannot be told. */
const rawIdOf = (text: string, token: string): RawId => lastMember(text.replace(/^\ufeff/, ''), 'id') ?? token;
