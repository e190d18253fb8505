import { asksPerson, createsTerminal, waitsForTerminal } from '#core/protocol/method-traits.ts';
import { isTurnContent } from '#core/rules/helpers/turn-content.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { TraceEvent } from '#core/trace/trace.ts';

/** How far the agent has come in a turn, by counts that hardly differ between runs. Pieces of text are not counted. */
export interface Progress {
  /** Tool calls that first appeared in the turn. */
  readonly toolCalls: number;
  /** Requests to a person or for commands, and how many of them were answered, by method. */
  readonly asked: ReadonlyMap<string, number>;
  readonly answered: ReadonlyMap<string, number>;
  /** The kind of its latest output (`agent_message_chunk`, `plan`). */
  readonly last: string | undefined;
  /** When it had come that far, in microseconds since the start of its recording. */
  readonly at: number;
}

interface State {
  toolCalls: number;
  readonly asked: Map<string, number>;
  readonly answered: Map<string, number>;
  last: string | undefined;
  /** When each kind of output first came. */
  readonly firsts: Map<string, number>;
  /** When one of the counts last grew. */
  counted: number;
}

/** Follows the turns of all sessions. A session's count begins anew with each prompt. */
export function createProgress() {
  const sessions = new Map<string, State>();
  const asides = new Map<string, number>();

  function apply(event: TraceEvent): void {
    if (event.kind === 'turn' && event.turn.ended === undefined)
      sessions.set(event.turn.session, begin(event.turn.started.elapsed));
    if (event.kind === 'request' && isCounted(event.exchange))
      count(event.exchange.session, event.exchange.opened.elapsed, ({ asked }) => add(asked, event.exchange.method));
    if (event.kind === 'answered' && isCounted(event.exchange))
      count(event.exchange.session, event.exchange.closed.elapsed, ({ answered }) =>
        add(answered, event.exchange.method),
      );
    if (event.kind === 'tool-call' && event.before === undefined)
      count(event.toolCall.session, event.ref.elapsed, (state) => void (state.toolCalls += 1));
    if (event.kind === 'update' && !event.turn) asides.set(event.session, (asides.get(event.session) ?? 0) + 1);
    if (event.kind === 'update' && isTurnContent(event.variant)) {
      const state = sessions.get(event.session);
      if (!state) return;
      state.last = event.variant;
      if (!state.firsts.has(event.variant ?? '')) state.firsts.set(event.variant ?? '', event.ref.elapsed);
    }
  }

  function count(session: string | undefined, at: number, change: (state: State) => void): void {
    const state = sessions.get(session ?? '');
    if (!state) return;
    change(state);
    state.counted = at;
  }

  return {
    apply,
    /** Updates of a session outside of its turns: history when it was loaded, commands, titles. */
    asides: (session: string | undefined): number => asides.get(session ?? '') ?? 0,
    /** The current progress; undefined before the session's first prompt. */
    of(session: string | undefined): Progress | undefined {
      const state = sessions.get(session ?? '');
      if (!state) return undefined;
      const { toolCalls, asked, answered, last, firsts, counted } = state;
      const at = Math.max(counted, firsts.get(last ?? '') ?? 0);
      return { toolCalls, asked: new Map(asked), answered: new Map(answered), last, at };
    },
    /** Whether a session's turn has reached `wanted`, with output of its last kind. */
    hasReached(session: string | undefined, wanted: Progress): boolean {
      const state = sessions.get(session ?? '');
      if (!state) return false;
      return (
        state.toolCalls >= wanted.toolCalls &&
        covers(state.asked, wanted.asked) &&
        covers(state.answered, wanted.answered) &&
        (wanted.last === undefined || state.firsts.has(wanted.last))
      );
    },
  };
}

/** Reads of files do not count: agents read more or less often. */
const isCounted = ({ method, opened }: Exchange) =>
  opened.from === 'agent' && (asksPerson(method) || createsTerminal(method) || waitsForTerminal(method));

const begin = (at: number): State => ({
  toolCalls: 0,
  asked: new Map(),
  answered: new Map(),
  last: undefined,
  firsts: new Map(),
  counted: at,
});

const add = (counts: Map<string, number>, method: string) => void counts.set(method, (counts.get(method) ?? 0) + 1);

const covers = (counts: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>) =>
  [...wanted].every(([method, count]) => (counts.get(method) ?? 0) >= count);
