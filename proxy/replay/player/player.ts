import { decodeFrame, type Decoded } from '#core/wire/decode-frame.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { lastMember, type IdToken } from '#core/wire/request-id.ts';
import { DEFAULTS } from '../defaults.ts';
import { divergenceWithoutSeq } from '../matching/divergence.ts';
import { summarizeMessage } from '../matching/match.ts';
import type { RawId } from '../matching/remap.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { ScheduleOptions } from '../model/pacing.ts';
import type { PlayOptions } from '../model/play-options.ts';
import type { ReplayReport } from '../model/replay-report.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { NOTHING } from '../report/reporting.ts';
import { createFinishing } from './finishing.ts';
import type { FrameHook } from './frame-hook.ts';
import { handleInvalidLine } from './handle-invalid-line.ts';
import { handleNotification } from './handle-notification.ts';
import { handleRequest } from './handle-request.ts';
import { judgeHeldAnswers, handleResponse } from './handle-response.ts';
import { CLIENT, createPlay, type PlayerCommand } from './play.ts';
import { delayOf, sendLine } from './sending.ts';
import { answerUnanswered, describeUnsent } from './unanswered.ts';
import { unplayed } from './unplayed.ts';
import {
  awaited,
  droppedAnswer,
  formatMilliseconds,
  describeWaitStart,
  nextAgentFrame,
  type Awaited,
  type NextAgentFrame,
} from './waiting.ts';

/** Plays a recorded agent. Methods that play return commands. Times are milliseconds on the caller's clock. */
export interface Player {
  readonly start: (now: number) => readonly PlayerCommand[];
  /** Takes a whole line of the client, or the rest of one when it closed. `fault` wrote or changed the line. */
  readonly receive: (frame: Uint8Array, now: number, fault?: string) => readonly PlayerCommand[];
  /** Call after each piece that the client writes; `isOfLine` when the piece ends within a line. */
  readonly receivePart: (isOfLine: boolean, now: number) => void;
  /** Call at `next()`: time has passed. */
  readonly advance: (now: number) => readonly PlayerCommand[];
  /**
   * The client has closed. If it still reads, and the speed is `instant`, it gets everything that waits only for time,
   * at once; there may be much (`isBehind`).
   */
  readonly close: (now: number, isReading?: boolean) => readonly PlayerCommand[];
  /**
   * Waits for the end. Limits the wait for the client's next request, and waits only a moment for optional
   * notifications. `isThrough` is not the end yet: the caller closes when the client has no more to say.
   */
  readonly finish: (now: number) => readonly PlayerCommand[];
  /** The end is awaited, and both sides have said everything that was recorded. */
  readonly isThrough: () => boolean;
  /** When to call `advance`; undefined when only the client can bring it on. */
  readonly next: () => number | undefined;
  /** More lines are due than one step sends: call `advance` when there is room, before receiving anything else. */
  readonly isBehind: (now: number) => boolean;
  /** The client's action that the replay waits for. */
  readonly awaited: () => Awaited | undefined;
  /** The next frame of the agent, if it waits only for time. */
  readonly upcoming: () => NextAgentFrame | undefined;
  /** The sentence about an answer that `frame()` dropped while the client may wait for it. */
  readonly droppedAnswer: () => string | undefined;
  readonly report: () => ReplayReport;
  /** The client's messages so far. */
  readonly journal: () => readonly JournalEntry[];
  /** The number of divergences so far. */
  readonly divergences: () => number;
  /** Whether an answer of the client is held until it can be judged. */
  readonly isHolding: () => boolean;
  /** Lets a test decide on each frame of the agent from now on. */
  readonly intercept: (hook: FrameHook | undefined) => void;
  /** Changes the pace from now on. */
  readonly pace: (pacing: ScheduleOptions) => void;
  /** The client's names, for a recording that takes over from another. */
  readonly knownAs: {
    readonly session: (recorded: string, live: string) => void;
    readonly name: (recorded: string, live: string) => void;
    readonly request: (recorded: IdToken, live: IdToken) => void;
  };
}

/**
 * Plays the agent's side of a playbook to a live client. No pipe, no clock, no randomness: the same frames at the same
 * times give the same commands. Matches client messages by content, and plays what follows as soon as its causes have
 * happened. A step gives at most `most` frames, so that a slow reader does not fill the memory.
 */
export function createPlayer(
  playbook: Playbook,
  options: Partial<PlayOptions> = {},
  recording: string | null = null,
  most = Number.POSITIVE_INFINITY,
): Player {
  const settings: PlayOptions = { ...DEFAULTS, ...options };
  const play = createPlay(playbook, settings, recording);
  const { schedule, reporting, expectations } = play;
  const finishing = createFinishing(play);
  let isClosed = false;
  let isClosing = false; // the client has closed, and still gets what waits only for time
  let waitedFor: string | null = null;

  /** Sends the due lines. */
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

  /** Ends the wire after the client has closed and received the rest. Then plays the end of the agent's process. */
  function close(now: number): void {
    waitedFor ??= awaited(play)?.words ?? null;
    isClosed = true;
    schedule.close(now, ({ kind }) => (kind === 'exit' ? settings.exit : settings.stderr));
    pump(now);
  }

  function aside(what: Playbook['asides'][number]['what']): void {
    if (what.kind === 'stderr' && play.options.stderr) play.do(what);
    if (what.kind !== 'exit' || !play.options.exit) return;
    play.do(what);
    play.end(); // an ended process writes nothing
  }

  const isDeaf = () => isClosed || isClosing || play.isOver();
  const waitsFor = () => (isDeaf() ? undefined : awaited(play));
  const isBehind = (now: number) => !play.isOver() && (schedule.due() ?? Number.POSITIVE_INFINITY) <= now;

  function handleFrame(frame: Uint8Array, now: number): void {
    const decoded = decodeFrame(frame);
    if (decoded.kind === 'blank') return;
    if (decoded.kind !== 'json' || decoded.parts.length === 0) return handleInvalidLine(play, decoded, now);
    for (const { message } of decoded.parts) {
      if (play.isOver()) return;
      if (message) handleMessage(message, decoded, now);
      else handleInvalidLine(play, decoded, now);
      pump(now);
    }
  }

  function handleMessage(message: Message, { text, batch }: Decoded & { kind: 'json' }, now: number): void {
    const asked = message.kind === 'response' && message.id !== undefined ? play.asked.get(message.id) : undefined;
    play.journal.add(message, 'method' in message ? message.method : (asked?.said.method ?? null), now);
    switch (message.kind) {
      case 'request':
        return handleRequest(play, message, batch ? message.id : rawIdOf(text, message.id), now);
      case 'response':
        return handleResponse(play, message, now);
      case 'notification':
        return handleNotification(play, message, now);
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
    const message = `waited ${formatMilliseconds(wait.limit)} for ${words}; ${describeWaitStart(wait)}`;
    const divergence = {
      ...divergenceWithoutSeq(message, NOTHING, summarizeMessage(line.message, line.method)),
      seq: line.seq,
    };
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
    receive(frame, now, fault) {
      pump(now);
      finishing.receiveLine(now);
      play.sender = fault === undefined ? CLIENT : `the fault "${fault}"`;
      if (!isDeaf()) handleFrame(frame, now);
      return play.takeCommands();
    },
    receivePart: finishing.receivePart,
    advance(now) {
      judgeHeldAnswers(play, now);
      pump(now);
      if (!isBehind(now)) expire(now); // a client cannot answer an unreceived request
      return play.takeCommands();
    },
    close(now, isReading = true) {
      if (isDeaf()) return play.takeCommands();
      judgeHeldAnswers(play, now, true);
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
    upcoming: () => (play.isOver() ? undefined : nextAgentFrame(play)),
    droppedAnswer: () => (play.isOver() ? undefined : droppedAnswer(play)),
    report: () =>
      reporting.report({
        missing: expectations.missing(),
        unplayed: unplayed(play),
        journal: play.journal.entries,
        missingCapabilities: [...play.missing],
        unfinished: describeUnsent(play),
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

/** A request's id as written in its frame; otherwise its token. */
const rawIdOf = (text: string, token: string): RawId => lastMember(text.replace(/^\ufeff/, ''), 'id') ?? token;
