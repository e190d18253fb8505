import { valueAt, stringAt } from '#core/json/json.ts';
import { MAX_LISTED, type SessionFacts } from '#core/model/info.ts';
import { setsMode, setsModel, setsOption } from '#core/protocol/method-traits.ts';
import type { Session } from '#core/trace/sessions.ts';
import type { SessionUpdate, Step, TraceEvent } from '#core/trace/trace.ts';
import { choiceIn, commandsIn, MODELS, MODES, optionsIn, cutText, textAt } from './advertised-lists.ts';

/** Keeps the first MAX_LISTED sessions of a recording in their latest state. */
export function createSessionFacts() {
  const sessions = new Map<string, SessionFacts>();
  let count = 0;

  const change = (id: string | undefined, patch: (before: SessionFacts) => Partial<SessionFacts>): void => {
    const before = id === undefined ? undefined : sessions.get(id);
    if (before) sessions.set(before.id, { ...before, ...patch(before) });
  };

  function opened(session: Session, step: Step): void {
    const known = sessions.get(session.id);
    if (!known) count += 1;
    if (!known && sessions.size >= MAX_LISTED) return;
    const { elapsed: now, seq } = step.entry;
    const models = choiceIn(valueAt(resultOf(step), 'models'), MODELS, seq);
    const options = optionsIn(session.configOptions);
    sessions.set(session.id, {
      id: session.id,
      by: session.by,
      seq: session.opened.seq,
      duration: now - session.opened.elapsed,
      cwd: session.cwd === undefined ? null : cutText(session.cwd),
      closed: null,
      modes: choiceIn(session.modes, MODES, seq) ?? known?.modes ?? null,
      models: models ?? known?.models ?? null,
      options: options ? { list: options, seq } : (known?.options ?? null),
      commands: known?.commands ?? null, // an update may send them before the response to session/load
    });
  }

  function updated({ session, variant, update, ref: { seq } }: SessionUpdate): void {
    const options = variant === 'config_option_update' ? optionsIn(valueAt(update, 'configOptions')) : null;
    if (options) change(session, () => ({ options: { list: options, seq } }));
    if (variant === 'available_commands_update')
      change(session, () => ({ commands: { list: commandsIn(update), seq } }));
    const mode = variant === 'current_mode_update' ? textAt(update, 'currentModeId') : null;
    if (mode !== null) chosen(session, 'modes', mode, seq);
  }

  const chosen = (session: string | undefined, what: 'modes' | 'models', current: string, seq: number): void =>
    change(session, (before) => (before[what] ? { [what]: { ...before[what], current, seq } } : {}));

  /** Applies the client's choice once the agent has accepted it. */
  function answered({
    exchange: { method, params, session, outcome, closed },
  }: TraceEvent & { kind: 'answered' }): void {
    if (!outcome.ok) return;
    const mode = setsMode(method) ? stringAt(params, 'modeId') : undefined;
    if (mode !== undefined) chosen(session, 'modes', cutText(mode), closed.seq);
    const model = setsModel(method) ? stringAt(params, 'modelId') : undefined;
    if (model !== undefined) chosen(session, 'models', cutText(model), closed.seq);
    const options = setsOption(method) ? optionsIn(valueAt(outcome.result, 'configOptions')) : null;
    if (options) change(session, () => ({ options: { list: options, seq: closed.seq } }));
  }

  return {
    apply(event: TraceEvent, step: Step): void {
      if (event.kind === 'update') return updated(event);
      if (event.kind === 'answered') return answered(event);
      if (event.kind !== 'session') return;
      const { id, closed, closedBy } = event.session;
      if (!closed) opened(event.session, step);
      else change(id, () => ({ closed: { by: closedBy ?? 'session/close', seq: closed.seq } }));
    },
    sessions: (): readonly SessionFacts[] => [...sessions.values()],
    count: (): number => count,
  };
}

function resultOf({ messages: [first] }: Step): unknown {
  const message = first?.message;
  return message?.kind === 'response' && message.outcome.ok ? message.outcome.result : undefined;
}
