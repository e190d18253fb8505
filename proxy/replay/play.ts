import type { IdToken } from '#core/wire/request-id.ts';
import type { Seq } from '#core/wire/units.ts';
import { createAskedRequests } from './asked.ts';
import type { Held } from './held.ts';
import { levelOf, type MatchLevel } from './levels.ts';
import { rejection } from './divergence.ts';
import { createExpectations } from './expectations.ts';
import type { FrameDecision, FrameHook } from './frame-hook.ts';
import { createJournal } from './journal.ts';
import type { PlayOptions } from './options.ts';
import { createRemap, type RawId } from './remap.ts';
import type { Divergence } from './report.ts';
import { createReporting } from './reporting.ts';
import { createSchedule } from './schedule.ts';
import type { AgentLine, ClientLine, Script } from './script.ts';

/** What the caller does, in order. */
export type PlayerCommand =
  /** `seq` is the recorded entry; null for what acptap says on its own account. */
  /** `recorded` is what the recording has in its place, where `frame()` of a test changed it. */
  | { readonly kind: 'send'; readonly seq: Seq | null; readonly bytes: Uint8Array; readonly recorded?: Uint8Array }
  /** `frame()` of a test left it out. */
  | { readonly kind: 'dropped'; readonly bytes: Uint8Array }
  | { readonly kind: 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: string | null }
  /** Nothing follows: close the client's side. The report is final. */
  | { readonly kind: 'end' };

const NO_TIMES =
  'the recording has no times, so it was played at once: export it with --canonical --timing, or record it with timing: true';

/** What an open request is told when the replay ends before its answer. */
const INTERNAL_ERROR = -32603;

/**
 * A replay that is going on. The parts that hear and that wait share it; the player puts them together. Times are milliseconds on the
 * caller's clock.
 */
export function createPlay(script: Script, options: PlayOptions, recording: string | null) {
  const commands: PlayerCommand[] = [];
  const reporting = createReporting(recording);
  const journal = createJournal();
  const expected = createExpectations(script);
  const expectations: typeof expected = {
    ...expected,
    come(line) {
      expected.come(line);
      journal.match(line.seq);
    },
    exchange(one, other) {
      expected.exchange(one, other);
      journal.exchange(one.seq, other.seq);
    },
  };
  const inFlight = new Map<IdToken, ClientLine>();
  const liveIds = new Map<number, RawId>(); // by client line
  const tokens = new Map<number, IdToken>(); // the same as far as they are in flight
  const turns = new Map<number, Set<number>>(); // by lane: prompts of which the turn is open
  let over = false;

  if (options.speed !== 'instant' && !hasTimes(script)) reporting.note(NO_TIMES);

  function end(): void {
    if (over) return;
    over = true;
    commands.push({ kind: 'end' });
  }

  return {
    script,
    options,
    reporting,
    journal,
    expectations,
    /** The message that is being heard is none of the recording's. */
    unrecorded: (message: string): void => reporting.unrecorded({ index: journal.current(), message }),
    schedule: createSchedule(script, options),
    remap: createRemap(options),
    /** Requests of the live client that have no answer: the client line that each is. */
    inFlight: inFlight as ReadonlyMap<IdToken, ClientLine>,
    /** The live client has made a request, which waits for its answer from now on. */
    take(line: ClientLine, id: IdToken, raw: RawId): void {
      liveIds.set(line.index, raw);
      tokens.set(line.index, id);
      inFlight.set(id, line);
    },
    /** It has had its answer. */
    settle({ index }: ClientLine): void {
      const id = tokens.get(index);
      tokens.delete(index);
      if (id !== undefined && inFlight.get(id)?.index === index) inFlight.delete(id);
    },
    /** Requests of the agent that have none, by the id that the client knows. */
    asked: createAskedRequests(expectations.isExpected),
    /** Answers of which it will turn out what they are. */
    held: [] as Held[],
    /** The last answer to each method in each session that was played. */
    lastAnswers: new Map<string, AgentLine>(),
    /** What the client has opened sessions with, by the `session/new` that it is taken for, and the entry of the one that it was taken for then. */
    openedWith: new Map<number, { readonly params: unknown; readonly seq: Seq }>(),
    /** Lanes of sessions that the client has asked something in but for what it set before the first prompt. */
    begun: new Set<number>(),
    /** Capabilities that the live client lacks. */
    missing: new Set<string>(),
    liveIds,
    turns,
    /** What a test does with the agent's frames. */
    hook: undefined as FrameHook | undefined,
    /** What it has decided of lines that wait. */
    decided: new Map<number, FrameDecision>(),
    /** Lines that it has left out. */
    dropped: new Set<number>(),
    startedAt: 0,
    /** When something last happened that the recording has, too. */
    lastProgress: 0,

    do: (command: PlayerCommand): void => void commands.push(command),
    /** What is to be done by now, once. */
    takeCommands: (): readonly PlayerCommand[] => commands.splice(0),
    liveId: (clientLine: number): RawId | undefined => liveIds.get(clientLine),
    level: (method: string): MatchLevel => levelOf(method, options.match),

    openTurns: (lane: number): Set<number> => {
      const open = turns.get(lane) ?? new Set<number>();
      turns.set(lane, open);
      return open;
    },

    /** Where to look for what is like a message that differs: nowhere any more, once the report has enough of them. */
    toSearch: (): readonly ClientLine[] => (reporting.isFull() ? [] : script.client),

    isOver: () => over,
    end,
    /** Ends it for a difference. Every request that waits for an answer is told it, and at last the one that made it, its own way. */
    abandon(divergence: Divergence, by?: RawId | null, last?: Uint8Array): void {
      for (const { index } of over ? [] : inFlight.values()) {
        const id = liveIds.get(index);
        if (id === undefined || id === by) continue;
        commands.push({ kind: 'send', seq: null, bytes: rejection(id, INTERNAL_ERROR, divergence) });
      }
      if (last && !over) commands.push({ kind: 'send', seq: null, bytes: last });
      end();
    },
  };
}

export type Play = ReturnType<typeof createPlay>;

/** In a canonical recording, the time of an entry is its number. */
const hasTimes = ({ lines }: Script): boolean => lines.some(({ seq, at }) => Number(at) !== seq);

/** Where the last answer to a method in a session is kept. */
export const answerKey = (method: string, session: string | undefined): string =>
  JSON.stringify([method, session ?? null]);
