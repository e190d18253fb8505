import { withLines } from './step-words.ts';
import { createGrouping, type GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { valueAt, stringAt } from '#core/json/json.ts';
import type { Section, ComparedStep, StepKind, Steps } from '#core/model/compare.ts';
import { beginsTurn, updatesSession } from '#core/protocol/method-traits.ts';
import { isFinal } from '#core/protocol/tool-call-status.ts';
import { createStats } from '#core/stats/stats.ts';
import { describeCut } from '#core/trace/describe-entry.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import { createTrace, type TracedMessage, type TraceEvent } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { createCrossings, hasHops } from '#core/wire/crossings.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createBodyLimiter } from './limit-bodies.ts';
import {
  exchange,
  noise,
  plan,
  single,
  text,
  toolCall,
  type ExchangeContent,
  type StepContent,
} from './step-content.ts';
import { IGNORED_UPDATES, ignoredBy } from './ignored.ts';
import { createNormaliser, type Normaliser } from './normaliser.ts';

interface GrowingStep extends Pick<ComparedStep, 'seq' | 'from' | 'kind'> {
  name: string;
  /** The group, if its title is only complete at its end. */
  title: string | GroupState;
  session: string | undefined;
  readonly about?: ToolCall;
  readonly growing: StepContent;
}

type ExchangeStep = GrowingStep & { readonly growing: ExchangeContent };

const TEXTS: ReadonlySet<string> = new Set(['message', 'thought', 'user-message'] satisfies StepKind[]);

const UNCOMPARED = ignoredBy('comparison', IGNORED_UPDATES);

/** Updates sent before or after the prompt, so they count as outside of the turn. */
const OUTSIDE: ReadonlySet<string> = new Set(['available_commands_update']);

/**
 * Folds a recording into comparable steps. Takes the entries in order and can return the steps at any time. Leaves
 * out stderr and process events. Memory grows with the recording, up to the limit of `createBodyLimiter`.
 */
export const createSteps = ({ cwd }: Pick<RecordingHeader, 'cwd'>) => createStepsWith(createNormaliser(cwd));

/** Like `createSteps`, with another normaliser. `maxCharacters` limits the long bodies: see `createBodyLimiter`. */
export function createStepsWith(normaliser: Normaliser, maxCharacters?: number) {
  const { normaliseText, normaliseValue } = normaliser;
  const trace = createTrace();
  const grouping = createGrouping();
  const stats = createStats(trace);
  const sections = new Map<number | null, GrowingStep[]>([[null, []]]);
  const sessions = new Map<string, number>();
  const byGroup = new Map<GroupState, GrowingStep>();
  const noises = new Map<GroupState, { readonly step: GrowingStep; readonly first: string; lines: number }>();
  const byExchange = new WeakMap<Exchange, ExchangeStep>();
  let crossings: ReturnType<typeof createCrossings> | undefined;
  const latest = new Map<string, string>(); // the latest update of a session, by variant

  function add<Made extends GrowingStep>(step: Made, turn: number | undefined): Made {
    const section = sections.get(turn ?? null) ?? [];
    sections.set(turn ?? null, section);
    section.push(step);
    return step;
  }

  function numberSession(session: string | undefined): void {
    if (session !== undefined && !sessions.has(session)) sessions.set(session, sessions.size + 1);
  }

  function applyMessage(traced: TracedMessage, { group, turn }: GroupedEntry, isFirst: boolean): void {
    const { message, session, ref } = traced;
    numberSession(session);
    const begin = { seq: ref.seq, from: ref.from, session };
    if (message.kind === 'request') return ask(traced, turn);
    if (message.kind === 'response') {
      const { outcome } = message;
      const answer = normaliseValue(outcome.ok ? { result: outcome.result } : { error: outcome.error });
      const asked = traced.exchange && byExchange.get(traced.exchange);
      if (asked) return asked.growing.answer(answer);
      const title = describeMessage(traced);
      return void add({ ...begin, kind: 'orphan', name: traced.method ?? '', title, growing: single(answer) }, turn);
    }
    const update = updatesSession(message.method) ? valueAt(message.params, 'update') : undefined;
    const variant = stringAt(update, 'sessionUpdate');
    if (variant === undefined || !isFirst) {
      const growing = single(normaliseValue(message.params));
      return void add(
        { ...begin, kind: 'notification', name: message.method, title: describeMessage(traced), growing },
        turn,
      );
    }
    const kind = group.kind;
    if (kind === 'tool-call' || kind === 'plan' || TEXTS.has(kind))
      return grow(traced, update, { group, turn }, kind as StepKind); // tested above
    return state(traced, update, variant, turn);
  }

  function ask(traced: TracedMessage, turn: number | undefined): void {
    const { message, ref, session, toolCall: about } = traced;
    if (message.kind !== 'request') return;
    const cwdOfSession = message.method.startsWith('session/') ? stringAt(message.params, 'cwd') : undefined;
    if (cwdOfSession !== undefined) normaliser.addFolder(cwdOfSession);
    const growing = exchange(normaliseValue(message.params));
    const title = describeMessage(traced);
    const begin = { seq: ref.seq, from: ref.from, session };
    const asking = {
      ...begin,
      kind: 'exchange',
      name: message.method,
      title,
      growing,
      ...(about && { about }),
    } as const;
    const step = add(asking satisfies ExchangeStep, turn);
    if (traced.exchange) byExchange.set(traced.exchange, step);
  }

  /** Adds a message to its step, at the position of the step's first message. */
  function grow(
    traced: TracedMessage,
    update: unknown,
    { group, turn }: Pick<GroupedEntry, 'group' | 'turn'>,
    kind: StepKind,
  ) {
    const { ref, session, toolCall: call } = traced;
    const make = kind === 'tool-call' ? toolCall : kind === 'plan' ? plan : text;
    const known = byGroup.get(group);
    const step =
      known ??
      add({ seq: ref.seq, from: ref.from, kind, name: '', title: group, session, growing: make(normaliser) }, turn);
    byGroup.set(group, step);
    if (call?.kind !== undefined) step.name = call.kind;
    step.growing.push(update);
  }

  function state(traced: TracedMessage, update: unknown, variant: string, turn: number | undefined): void {
    if (UNCOMPARED.has(variant)) return;
    const { ref, session } = traced;
    const content = normaliseValue(update);
    const key = JSON.stringify([session, variant]);
    const whole = JSON.stringify(content);
    if (latest.get(key) === whole) return; // repeated
    latest.set(key, whole);
    const title = describeMessage(traced);
    const step = { seq: ref.seq, from: ref.from, session, kind: 'update', name: variant, title } as const;
    add({ ...step, growing: single(content) }, OUTSIDE.has(variant) ? undefined : turn);
  }

  function applyNoise({ step: { entry }, group }: GroupedEntry): void {
    if (entry.kind !== 'frame' || group.kind !== 'noise') return;
    const line = entry.cut ? `${describeCut(entry)} · SHA-256 ${entry.cut.sha256}` : decodeLossy(entry.bytes);
    if (line.trim() === '') return;
    const known = noises.get(group);
    if (known) {
      known.lines += 1;
      known.step.title = withLines(known.first, known.lines);
      return known.step.growing.push(line);
    }
    const first = line.slice(0, 200).replace(/\s+/g, ' ').trim();
    const begin = { seq: entry.seq, from: entry.from, session: undefined, kind: 'noise', name: '' } as const;
    const step: GrowingStep = add({ ...begin, title: first, growing: noise(normaliser) }, undefined);
    noises.set(group, { step, first, lines: 1 });
    step.growing.push(line);
  }

  /** Adds to the step of a request the facts from its response or the trace. */
  function applyEvent(event: TraceEvent, messages: readonly TracedMessage[]): void {
    const stepOf = (opened: MessageRef): ExchangeStep | undefined => {
      const asked = messages.find((traced) => traced.exchange?.opened === opened)?.exchange;
      return asked && byExchange.get(asked);
    };
    if (event.kind === 'session') {
      numberSession(event.session.id);
      const step = stepOf(event.session.opened);
      if (step) step.session = event.session.id;
    }
    if (event.kind === 'tool-call' && event.by === 'permission' && isFinal(event.before?.status))
      stepOf(event.ref)?.growing.asked('after its tool call ended');
  }

  function applySeen(entry: Entry): void {
    const step = trace.apply(entry);
    const grouped = grouping.apply(step);
    stats.apply(grouped);
    // Takes an envelope's content instead of the envelope.
    const inner = step.successor && step.successor.messages.length > 0 ? step.successor : step;
    inner.messages.forEach((traced, index) => applyMessage(traced, grouped, index === 0));
    for (const event of inner.events) applyEvent(event, inner.messages);
    if (inner.messages.length === 0) applyNoise(grouped);
  }

  return {
    /** Adds an entry. Of a recording with interventions, takes the frames that the client wrote and received. */
    apply(entry: Entry): void {
      if (!crossings && hasHops(entry)) crossings = createCrossings((hop, each) => hop === 'client' && applySeen(each));
      if (crossings) crossings.apply(entry);
      else applySeen(entry);
    },

    steps(): Steps {
      crossings?.end();
      const statsOfTurn = new Map(stats.stats().turns.map((turn) => [turn.number, turn]));
      const limitBody = createBodyLimiter(maxCharacters);
      const toStep = ({ seq, from, kind, name, title, session, about, growing }: GrowingStep): ComparedStep => ({
        seq,
        from,
        kind,
        name,
        title: normaliseText(typeof title === 'string' ? title : (title.title ?? '')),
        session: session === undefined ? null : (sessions.get(session) ?? null),
        about: about ? { kind: about.kind ?? '', title: normaliseText(about.title ?? '') } : null,
        ...limitBody(growing.body()),
      });
      const inOrder = [...sections].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0));
      return {
        sessions: [...sessions.keys()],
        sections: inOrder.map(([turn, own]): Section => {
          const prompt = own.find(({ name }) => beginsTurn(name))?.title;
          const title = turn !== null && typeof prompt === 'string' ? normaliseText(prompt) : '';
          return { turn, title, figures: statsOfTurn.get(turn ?? 0) ?? null, steps: own.map(toStep) };
        }),
      };
    },
  };
}
