import { assertNever } from '#core/assert-never.ts';
import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import type { Seq } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { LiveNames } from './live-names.ts';
import type { AgentRequest, Need, Plan, ClientStep } from './plan.ts';
import { createProgress } from './progress.ts';

/** A request of the live agent, with the members that identify it in the recording. */
export interface LiveRequest extends Pick<AgentRequest, 'method' | 'params' | 'session' | 'toolCall' | 'prompt'> {
  readonly id: IdToken;
}

/**
 * Follows the live conversation in terms of the recording: requests are known by the recorded entries. Also learns the
 * live names of sessions, messages and tool calls.
 */
export function createLiveSide(plan: Plan, names: LiveNames) {
  const trace = createTrace();
  const progress = createProgress();
  const written: (Seq | undefined)[] = []; // our frames that have not come back as entries; undefined for answers
  const recordedOf = new Map<Seq, Seq>(); // live entry → recorded entry
  const answered = new Set<Seq>();
  const ended = new Set<Seq>();
  const failed = new Set<Seq>();
  const lost = new Set<string>();
  const toolCallsOf = new Map<Seq, number>();

  function apply(event: TraceEvent): void {
    progress.apply(event);
    if (event.kind === 'answered' && event.exchange.opened.from === 'client') learnAnswer(event.exchange);
    if (event.kind === 'turn' && event.turn.ended) {
      const prompt = recordedOf.get(event.turn.started.seq);
      if (prompt !== undefined) ended.add(prompt);
    }
    if (event.kind === 'tool-call' && event.before === undefined)
      learnToolCall(event.toolCall.session, event.toolCall.id);
  }

  function learnAnswer({ opened, outcome }: Exchange): void {
    const seq = recordedOf.get(opened.seq);
    if (seq === undefined || !outcome) return;
    answered.add(seq);
    if (outcome.ok) names.bindResult(plan.results.get(seq), outcome.result);
    const session = plan.sessions.get(seq);
    if (!outcome.ok) failed.add(seq);
    if (!outcome.ok && session !== undefined) lost.add(session);
  }

  /** Binds the n-th tool call of a turn to the n-th of the recording. */
  function learnToolCall(session: string, id: string): void {
    const prompt = promptOf(session);
    if (prompt === undefined) return;
    const number = toolCallsOf.get(prompt) ?? 0;
    toolCallsOf.set(prompt, number + 1);
    const recorded = plan.toolCalls.get(prompt)?.[number];
    if (recorded !== undefined) names.bind(recorded, id);
  }

  function promptOf(session: string | undefined): Seq | undefined {
    const turn = trace.currentTurn(session ?? '');
    return turn && recordedOf.get(turn.started.seq);
  }

  return {
    /** Call this before writing a frame, which comes back as an entry. `seq` is the recorded entry that it repeats. */
    writes: (seq: Seq | undefined): void => void written.push(seq),

    /**
     * Takes every entry of both sides in order. Returns requests that wait for an answer, withdrawn ones, and notes on
     * answers that match no request.
     */
    take(entry: Entry): {
      readonly asked: readonly LiveRequest[];
      readonly takenBack: readonly IdToken[];
      readonly strays: readonly string[];
    } {
      if (entry.kind === 'frame' && entry.from === 'client') {
        const seq = written.shift();
        if (seq !== undefined) recordedOf.set(entry.seq, seq);
      }
      const { messages, events } = trace.apply(entry);
      for (const event of events) apply(event);
      const fromAgent = messages.filter(({ ref }) => ref.from === 'agent');
      return {
        asked: fromAgent.flatMap(({ message, session, toolCall }) =>
          message.kind === 'request'
            ? [
                {
                  id: message.id,
                  method: message.method,
                  params: message.params,
                  session,
                  toolCall: toolCall && { kind: toolCall.kind, title: toolCall.title },
                  prompt: promptOf(session),
                },
              ]
            : [],
        ),
        takenBack: events.flatMap((event) =>
          event.kind === 'notification' && event.ref.from === 'agent' ? (idToCancel(event.notification) ?? []) : [],
        ),
        strays: events.flatMap((event) =>
          event.kind === 'orphan' && event.ref.from === 'agent' ? (inWords(event) ?? []) : [],
        ),
      };
    },

    has: ({ kind, seq }: Need): boolean => (kind === 'answer' ? answered : ended).has(seq),
    /** Whether the request was answered with an error. */
    hasFailed: (seq: Seq): boolean => failed.has(seq),
    /** Whether the live agent refused to open this recorded session. */
    isLost: (session: string): boolean => lost.has(session),
    /** Whether the turn of a prompt has ended. */
    isOver: (prompt: Seq): boolean => ended.has(prompt),
    /** How many updates a session has had outside of its turns. */
    asides: (session: string | undefined): number => progress.asides(session && names.idToLive(session)),
    hasReached: (wanted: NonNullable<ClientStep['during']>): boolean =>
      progress.hasReached(names.idToLive(wanted.session), wanted.progress),
    /** The live entries of the sent frames, by the recorded entries. */
    sent: (): ReadonlyMap<Seq, Seq> => new Map([...recordedOf].map(([live, recorded]) => [recorded, live])),
  };
}

/**
 * Describes an answer that matches no request. Undefined for one without an id: it answers a line of ours that was no
 * message.
 */
function inWords({ response: { id }, answer }: Extract<TraceEvent, { kind: 'orphan' }>): string | undefined {
  switch (answer.why) {
    case 'no-id':
    case 'null-id':
      return undefined;
    case 'never-asked':
      return `the agent answered ${id ?? ''}, which nobody asked`;
    case 'answered-before':
      return `the agent answered ${id ?? ''} (${answer.near.method}) again; the first answer counts`;
    case 'other-id-type':
      return `the agent answered ${id ?? ''}, which nobody asked: ${answer.near.method} is ${answer.near.id}`;
    default:
      return assertNever(answer);
  }
}
