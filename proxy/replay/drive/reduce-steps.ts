import { idInValue, valueOf, withValue } from '#core/compare/step-value.ts';
import { isEqual } from '#core/json/difference.ts';
import { stringAt, valueAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import type { ComparedStep } from '#core/model/compare.ts';
import { createsTerminal, readsFile, writesFile } from '#core/protocol/method-traits.ts';
import { permissionSubject } from '#core/trace/permissions.ts';
import { factsOf, optionValues } from './answer-facts.ts';
import { commandOf } from './recorded-terminals.ts';
import { isComparedInTurn, subjectOf, type DifferenceKind } from './subject.ts';

/** A step with only the compared members. Two steps of the same kind, name and title concern the same thing. */
export interface ReducedStep extends ComparedStep {
  /** Describes the step in a report. Empty for texts and for answers to the client. */
  readonly words: string;
}

/**
 * Reduces the agent's steps to the compared members of its actions. Leaves out its texts and the results of tools.
 */
export function reduceSteps(steps: readonly ComparedStep[]): readonly ReducedStep[] {
  const stepsOf = (subject: DifferenceKind) => steps.filter((step) => subjectOf(step) === subject);
  const calls = mergeToolCalls(stepsOf('tool-call'), stepsOf('permission'));
  const [mode] = stepsOf('mode');
  const modes = stepsOf('mode').map((step) => stringAt(valueOf(step), 'currentModeId') ?? '');
  return [
    ...stepsOf('stop-reason').map((prompt) => reducePrompt(prompt, steps)),
    ...[...calls.values()].toSorted((one, other) => one.seq - other.seq),
    ...stepsOf('permission').map((step) => reducePermission(step, calls.get(toolCallId(step)))),
    ...stepsOf('action').filter(isComparedInTurn).map(reduceRequest),
    ...stepsOf('plan').flatMap(reducePlan),
    ...(mode ? [reduced(mode, modes.join(', '))] : []),
    ...stepsOf('config').slice(-1).map(reduceConfig),
  ];
}

/** Joins the agent's text, or its thought, with white space collapsed. A difference is reported at `place`. */
export function joinTexts(
  steps: readonly ComparedStep[],
  subject: 'text' | 'thought',
  place: ComparedStep,
): ReducedStep {
  const own = steps.filter((step) => subjectOf(step) === subject);
  const text = oneSpaced(own.map(textOf).join(''));
  return reduced({ ...place, from: 'agent', kind: subject === 'text' ? 'message' : 'thought', name: '' }, '', { text });
}

/** Characters quoted of a person's message. */
const QUOTED = 60;

/** Reduces a person's message that the agent replayed to its text. */
export function reducePersonMessage(step: ComparedStep): ReducedStep {
  const text = oneSpaced(textOf(step));
  return reduced(step, renderValue(text, QUOTED), { is: text });
}

/** Reduces a request of the client to the facts of the agent's answer: see `factsOf`. */
export const reduceAnswer = (request: ComparedStep): ReducedStep =>
  reduced(request, '', factsOf(request.name, valueAt(valueOf(request), 'answer')));

/** How a turn ended; undefined if it did not. */
export const endOf = (reducedSteps: readonly ComparedStep[]): string | undefined =>
  reducedSteps.flatMap((step) => (subjectOf(step) === 'stop-reason' ? (stringAt(valueOf(step), 'end') ?? []) : []))[0];

const reduced = (step: ComparedStep, title: string, value: object = { is: title }): ReducedStep => ({
  ...withValue({ ...step, title, runValues: [] }, value),
  words: title,
});

/** Reduces a prompt to the end of its turn. In version 2, an update ends the turn. Error messages are not compared. */
function reducePrompt(prompt: ComparedStep, steps: readonly ComparedStep[]): ReducedStep {
  const answer = valueAt(valueOf(prompt), 'answer');
  const { answer: outcome } = factsOf('', answer);
  if (typeof outcome === 'string' && outcome !== 'a result')
    return reduced(prompt, `${outcome} (${stringAt(answer, 'error', 'message') ?? ''})`, { end: outcome });
  const idle = steps.find((step) => step.name === 'state_update' && stringAt(valueOf(step), 'state') === 'idle');
  const end = stringAt(answer, 'result', 'stopReason') ?? (idle && (stringAt(valueOf(idle), 'stopReason') ?? ''));
  return reduced(prompt, end ?? '', { end });
}

/** The tool calls by id, merged with the permission requests about them: some agents report a call only there. */
function mergeToolCalls(
  calls: readonly ComparedStep[],
  permissions: readonly ComparedStep[],
): ReadonlyMap<string | undefined, ReducedStep> {
  const mentions: readonly Mention[] = [
    ...permissions.map((step) => ({ step, value: permissionSubject(valueAt(valueOf(step), 'params')) })),
    ...calls.map((step) => ({ step, value: valueOf(step) })),
  ];
  const byId = Map.groupBy(mentions, ({ step }) => toolCallId(step));
  byId.delete(undefined); // a permission for something else
  return new Map([...byId].map(([id, own]) => [id, mergeMentions(own as [Mention, ...Mention[]])]));
}

const toolCallId = ({ ids }: ComparedStep) => ids.find((id) => id.startsWith('tool call '));

/** A tool call, or a permission request about it; `value` describes the call. */
interface Mention {
  readonly step: ComparedStep;
  readonly value: unknown;
}

/** Merges the members; those of the call itself win. The new id of the result makes each turn pair its calls anew. */
function mergeMentions(mentions: readonly [Mention, ...Mention[]]): ReducedStep {
  const value: unknown = Object.assign({}, ...mentions.map((mention) => mention.value));
  const [kind, name, title, status] = ['kind', 'name', 'title', 'status'].map((member) => stringAt(value, member));
  const key = name ?? title ?? '';
  const seq = Math.min(...mentions.map(({ step }) => step.seq));
  const call: ComparedStep = { ...mentions[0].step, seq, kind: 'tool-call', name: kind ?? '', about: null };
  const runValues = mentions.flatMap(({ step }) => step.runValues).filter((each) => /^rawInput[. ]/.test(each));
  const content = { id: idOf(call), tool: [kind, key], status, input: valueAt(value, 'rawInput') };
  return { ...reduced(call, key, content), words: describeCall(kind, name, title), runValues };
}

/**
 * Reduces a permission request to the tool call as it was then, and the kinds of the options. Keeps the input that the
 * person saw if the tool call has another.
 */
function reducePermission(step: ComparedStep, call: ComparedStep | undefined): ReducedStep {
  const value = valueOf(step);
  const params = valueAt(value, 'params');
  const options = valueAt(params, 'options');
  const kinds = (Array.isArray(options) ? options : []).map((option: unknown) => stringAt(option, 'kind') ?? '');
  const words = `${describeCall(step.about?.kind, undefined, step.about?.title)} [${kinds.join(' ')}]`;
  const when = stringAt(value, 'asked');
  const described = when === undefined ? words : `${words}, asked ${when}`;
  const shown = valueAt(permissionSubject(params), 'rawInput');
  const isOfCall = shown === undefined || (call && isEqual(shown, valueAt(valueOf(call), 'input')));
  const input = isOfCall ? 'as its tool call' : shown;
  return reduced(step, described, { call: call && idOf(call), is: described, input });
}

const idOf = (call: ComparedStep): string => idInValue(`tool call ${call.seq}`);

/** A tool call for a person: `edit Edit "Edit notes.txt"`. */
const describeCall = (kind?: string, name?: string, title?: string): string =>
  [kind, name, title && JSON.stringify(title)].filter(Boolean).join(' ') || 'a tool call without a kind and a title';

/** Reduces another request of the agent, or a second answer, to its words; a written file also to its content. */
export function reduceRequest(step: ComparedStep): ReducedStep {
  const params = valueAt(valueOf(step), 'params');
  const path = stringAt(params, 'path') ?? '';
  if (step.kind === 'orphan') return reduced(step, `${step.name} answered again`);
  if (readsFile(step.name)) return reduced(step, `read ${path}`);
  if (writesFile(step.name))
    return reduced(step, `write ${path}`, { is: `write ${path}`, content: stringAt(params, 'content') });
  return reduced(step, createsTerminal(step.name) ? `run ${commandOf(params)}` : step.name);
}

/** Reduces plans to the number of entries by status: `2 completed, 1 pending`. */
function reducePlan(step: ComparedStep): readonly ReducedStep[] {
  const plans = valueOf(step);
  const counted = (Array.isArray(plans) ? plans : []).flatMap((plan: unknown) => {
    const entries = valueAt(plan, 'entries') ?? valueAt(plan, 'plan', 'entries');
    if (!Array.isArray(entries)) return [];
    const counts = Map.groupBy(entries, (entry: unknown) => stringAt(entry, 'status') ?? 'without a status');
    const words = [...counts].map(([status, { length }]) => `${length} ${status}`);
    return words.toSorted().join(', ') || 'no entries';
  });
  return counted.length === 0 ? [] : [reduced(step, counted.join('; '))];
}

function reduceConfig(step: ComparedStep): ReducedStep {
  const values = optionValues(valueOf(step)).map(([id, value]) => `${id}=${value}`);
  return reduced(step, values.join(', '));
}

/** The text of a message; for an image or a link its kind. */
function textOf(step: ComparedStep): string {
  const value = valueOf(step);
  const content = valueAt(value, 'content');
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [stringAt(value, 'text') ?? ''];
  const words = blocks.map((block) =>
    typeof block === 'string' ? block : `[${stringAt(block, 'type') ?? 'nothing'}]`,
  );
  return words.join('');
}

const oneSpaced = (text: string) => text.replace(/\s+/g, ' ').trim();
