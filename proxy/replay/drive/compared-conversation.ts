import { normaliserOf, type Folders } from '#core/compare/normaliser.ts';
import { valueOf } from '#core/compare/step-value.ts';
import { createStepsWith } from '#core/compare/steps.ts';
import { stringAt, valueAt } from '#core/json/json.ts';
import type { Section, ComparedStep, Steps } from '#core/model/compare.ts';
import { beginsTurn, replaysHistory, streams } from '#core/protocol/method-traits.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import type { Entry } from '#core/wire/entry.ts';
import { joinTexts, reducePersonMessage, reduceRequest, reduceSteps, type ReducedStep } from './reduce-steps.ts';
import { isComparedInTurn, subjectOf } from './subject.ts';

/** The agent's actions and texts in a turn, or in the history of a session. */
export interface Part {
  /** The prompt, or the request that reopened the session. */
  readonly opened: ComparedStep;
  /** The steps to compare: see `reduceSteps`. */
  readonly actions: readonly ReducedStep[];
  readonly texts: readonly ReducedStep[];
}

export interface Turn extends Part {
  /** Counted from 1. */
  readonly turn: number;
}

/** An action that is not compared within a turn: a read, a second answer, or a request outside of turns. */
export interface OtherAction {
  readonly action: ReducedStep;
  /** The number of its turn. */
  readonly turn: number | null;
}

/** Folds the entries of one conversation, the recorded or the live one. */
export function foldEntries(entries: Iterable<Entry>, folders: Folders): Steps {
  const folding = createStepsWith(normaliserOf(folders), Number.POSITIVE_INFINITY);
  for (const entry of entries) folding.apply(entry);
  return folding.steps();
}

/**
 * Sorts the steps of one conversation: its turns, the client's other requests, the histories that the agent replayed
 * after them, and the agent's other actions. `agent` is for example `gemini-cli 0.61.0`.
 */
export function toConversation(sections: readonly Section[]) {
  const all = sections.flatMap(({ turn, steps }) => steps.map((step) => ({ turn, step })));
  const asked = all.flatMap(({ step }) => (step.from === 'client' && step.kind === 'exchange' ? [step] : []));
  const requests = asked.filter(({ name }) => !beginsTurn(name));
  const reopened = requests.filter(({ name, session }) => replaysHistory(name) && session !== null);
  const outside = sections.find(({ turn }) => turn === null)?.steps ?? [];
  return {
    agent: agentOf(requests),
    turns: sections.flatMap(({ turn, steps }): readonly Turn[] => {
      const opened = steps.find(({ name }) => beginsTurn(name));
      return turn !== null && opened ? [{ turn, ...toPart(opened, steps) }] : [];
    }),
    requests,
    histories: new Map(reopened.map((opened) => [opened, toHistory(opened, outside, asked)])),
    otherActions: all.flatMap(({ turn, step }): readonly OtherAction[] => {
      const subject = subjectOf(step);
      const isOther = (subject === 'action' || subject === 'permission') && (turn === null || !isComparedInTurn(step));
      return isOther ? [{ turn, action: reduceRequest(step) }] : [];
    }),
  };
}

const toPart = (opened: ComparedStep, steps: readonly ComparedStep[]): Part => ({
  opened,
  actions: reduceSteps(steps),
  texts: [joinTexts(steps, 'text', opened), joinTexts(steps, 'thought', opened)],
});

/** Some agents answer before they have sent the whole history, so the history lasts until the session's next prompt. */
function toHistory(opened: ComparedStep, outside: readonly ComparedStep[], asked: readonly ComparedStep[]): Part {
  const isLater = (step: ComparedStep) => step.session === opened.session && step.seq > opened.seq;
  const end = Math.min(...asked.filter((step) => isLater(step) && streams(step.name)).map(({ seq }) => seq));
  const steps = outside.filter((step) => isLater(step) && step.seq < end && step.kind !== 'exchange');
  const messages = steps.filter(({ kind }) => kind === 'user-message').map(reducePersonMessage);
  const { actions, ...part } = toPart(opened, steps);
  return { ...part, actions: [...messages, ...actions] };
}

function agentOf(requests: readonly ComparedStep[]): string | null {
  const result = requests
    .filter(({ name }) => isInitialize(name))
    .flatMap((step) => valueAt(valueOf(step), 'answer', 'result') ?? [])[0];
  const agent = valueAt(result, 'agentInfo') ?? valueAt(result, 'info');
  const name = stringAt(agent, 'name');
  return name === undefined ? null : [name, stringAt(agent, 'version')].filter(Boolean).join(' ');
}
