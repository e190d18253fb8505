import { INTERNAL_ERROR } from '#core/protocol/error-codes.ts';
import type { Seq } from '#core/units.ts';
import type { Response } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import { rejectionFrame } from '../matching/divergence.ts';
import { levelOf } from '../matching/levels.ts';
import { createRemap, type RawId } from '../matching/remap.ts';
import type { MatchLevel } from '../model/match-level.ts';
import type { PlayOptions } from '../model/play-options.ts';
import type { Divergence } from '../model/replay-report.ts';
import type { AgentLine, ClientLine, Playbook } from '../playbook/playbook.ts';
import { createSchedule } from '../playbook/schedule.ts';
import { createReporting } from '../report/reporting.ts';
import { createOpenAgentRequests, type OpenAgentRequest } from './agent-requests.ts';
import { createClientRequests } from './client-requests.ts';
import { createExpectations } from './expectations.ts';
import type { FrameDecision, FrameHook } from './frame-hook.ts';
import { createJournal } from './journal.ts';

/** An action that the caller has to carry out. Commands come in order. */
export type PlayerCommand =
  /** `seq` is the recorded entry; null for acptap's own messages. */
  /** `recorded` is the recorded frame, where the test's `frame()` changed it. */
  | { readonly kind: 'send'; readonly seq: Seq | null; readonly bytes: Uint8Array; readonly recorded?: Uint8Array }
  /** A frame that the test's `frame()` dropped. */
  | { readonly kind: 'dropped'; readonly bytes: Uint8Array }
  | { readonly kind: 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: string | null }
  /** The end: close the client's side. The report is final. */
  | { readonly kind: 'end' };

/**
 * The answer `cancelled` to a permission request, kept for a moment: some clients send it before the cancel itself.
 * Until the cancel comes, or its time is over, the replay cannot decide whether the client diverges.
 */
export interface HeldAnswer {
  readonly id: IdToken;
  readonly asked: OpenAgentRequest;
  readonly message: Response;
  readonly sender: string;
  /** Its index in the journal. */
  readonly index: number;
  /** Milliseconds on the caller's clock. */
  readonly until: number;
}

/** The usual sender. */
export const CLIENT: string = 'the client';

const NO_TIMES =
  'the recording has no times, so it was played at once: export it with --canonical --timing, or record it with timing: true';

/**
 * The state of a running replay, shared by the parts that hear and wait; the player combines them. Times are
 * milliseconds on the caller's clock.
 */
export function createPlay(playbook: Playbook, options: PlayOptions, recording: string | null) {
  const commands: PlayerCommand[] = [];
  const reporting = createReporting(recording);
  const journal = createJournal();
  const expected = createExpectations(playbook);
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
  const requests = createClientRequests();
  const turns = new Map<number, Set<number>>(); // by lane
  let over = false;

  if (options.speed !== 'instant' && !hasTimes(playbook)) reporting.note(NO_TIMES);

  function end(): void {
    if (over) return;
    over = true;
    commands.push({ kind: 'end' });
  }

  return {
    playbook,
    options,
    reporting,
    journal,
    expectations,
    /** Who sent the current message, in words: the client, or a fault that wrote or changed it. */
    sender: CLIENT,
    /** Notes that the current message was not recorded. */
    unrecorded: (message: string): void => reporting.unrecorded({ index: journal.current(), message }),
    schedule: createSchedule(playbook, options),
    remap: createRemap(options),
    requests,
    /** Open requests of the agent, by the id that the client knows. */
    asked: createOpenAgentRequests(expectations.isExpected),
    /** Answers that may turn out to announce a cancel. */
    held: [] as HeldAnswer[],
    /** The last answer to each method in each played session. */
    lastAnswers: new Map<string, AgentLine>(),
    /** Params that opened a session, by the matched `session/new` line, and the entry that was matched at that time. */
    openedWith: new Map<number, { readonly params: unknown; readonly seq: Seq }>(),
    /** Lanes of sessions that had a request other than the settings before the first prompt. */
    begun: new Set<number>(),
    /** Capabilities that the live client lacks. */
    missing: new Set<string>(),
    /** Prompts of open turns that the client has cancelled as recorded. */
    cancelled: new Set<number>(),
    /** The test's hook for the agent's frames. */
    hook: undefined as FrameHook | undefined,
    /** The hook's decisions on lines that wait. */
    decided: new Map<number, FrameDecision>(),
    /** Lines that the hook dropped. */
    dropped: new Set<number>(),
    startedAt: 0,
    /** When something recorded last happened. */
    lastProgress: 0,

    do: (command: PlayerCommand): void => void commands.push(command),
    /** Takes the commands that are due. Each is returned once. */
    takeCommands: (): readonly PlayerCommand[] => commands.splice(0),
    level: (method: string): MatchLevel => levelOf(method, options.match),

    /** Prompts of the open turns of a lane. */
    openTurns: (lane: number): Set<number> => {
      const open = turns.get(lane) ?? new Set<number>();
      turns.set(lane, open);
      return open;
    },

    /** The lines to search for similar messages: none once the report has enough divergences. */
    toSearch: (): readonly ClientLine[] => (reporting.isFull() ? [] : playbook.client),

    isOver: () => over,
    end,
    /** Ends the replay: sends the divergence to every open request, and `last` to the diverged request at the end. */
    abandon(divergence: Divergence, by?: RawId | null, last?: Uint8Array): void {
      for (const { index } of over ? [] : requests.open.values()) {
        const id = requests.idOf(index);
        if (id === undefined || id === by) continue;
        commands.push({ kind: 'send', seq: null, bytes: rejectionFrame(id, INTERNAL_ERROR, divergence) });
      }
      if (last && !over) commands.push({ kind: 'send', seq: null, bytes: last });
      end();
    },
  };
}

export type Play = ReturnType<typeof createPlay>;

/** In a canonical recording, the time of an entry is its number. */
const hasTimes = ({ lines }: Playbook): boolean => lines.some(({ seq, elapsed }) => Number(elapsed) !== seq);

/** The key of the last answer to a method in a session. */
export const answerKey = (method: string, session: string | undefined): string =>
  JSON.stringify([method, session ?? null]);
