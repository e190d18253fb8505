import { isEqual } from '#core/json/difference.ts';
import { chosenOption } from '#core/protocol/permission-outcome.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { refusal, result, type Answer } from './answer.ts';
import type { LiveRequest } from './live-side.ts';
import type { LiveNames } from './live-names.ts';
import type { AgentRequest } from './plan.ts';
import type { UnusedRequests } from './unused-requests.ts';

/** How permission requests are answered: as recorded, or always the same way. */
export type PermissionPolicy = 'recorded' | 'allow' | 'reject';

const CANCELLED = result({ outcome: { outcome: 'cancelled' } });

/**
 * Chooses what the recorded person chose. Matches requests by the tool call's input, then title, kind and turn; a call
 * of another kind needs the same title. Finds the option by its id, or else by its kind. Rejects requests that were not
 * recorded.
 */
export function decidePermission(
  request: LiveRequest,
  unused: UnusedRequests,
  names: LiveNames,
  policy: PermissionPolicy,
): Answer {
  const like = unused.take(request.method, (asked) => likeness(asked, request, names));
  const found = like && { like };
  const options = optionsOf(request.params);
  if (policy !== 'recorded') {
    const choice = ofKind(options, policy, ['once', 'always']);
    const note = choice ? undefined : `it offered nothing to ${policy}: ${about(request)} was cancelled`;
    return { outcome: choice ?? CANCELLED, ...found, ...(note === undefined ? {} : { note }) };
  }
  if (!like?.outcome) {
    const rejection = ofKind(options, 'reject', ['once', 'always']);
    const what = rejection ? 'rejected' : 'cancelled';
    return {
      outcome: rejection ?? CANCELLED,
      ...found,
      note: `the recording has no answer to this permission request: ${about(request)} was ${what}`,
    };
  }
  if (!like.outcome.ok) return { outcome: like.outcome, like };
  const chosen = chosenOption(like.outcome.result);
  if (chosen === undefined) return { outcome: like.outcome, like };
  const then = optionsOf(like.params).find(({ id }) => id === chosen);
  if (!then || options.some(({ id }) => id === chosen)) return { outcome: selected(chosen), like }; // or never offered
  const other = options.find(({ kind }) => kind !== undefined && kind === then.kind);
  if (other) return { outcome: selected(other.id), like };
  return {
    outcome: CANCELLED,
    like,
    note: `the option "${chosen}" is not offered any more: ${about(request)} was cancelled`,
  };
}

/** Fills a form as the recorded person filled one with this schema or message; declines any other form. */
export function decideElicitation(
  request: LiveRequest,
  unused: UnusedRequests,
  names: LiveNames,
  policy: PermissionPolicy,
): Answer {
  const like = unused.take(request.method, (asked) => {
    const same = (name: string) => isEqual(valueAt(asked.params, name), valueAt(request.params, name));
    const points =
      (same('requestedSchema') ? 2 : 0) + (same('message') ? 2 : 0) + (asked.prompt === request.prompt ? 1 : 0);
    return points >= 2 ? points : undefined;
  });
  const decline = result({ action: 'decline' });
  if (policy === 'reject') return { outcome: decline, ...(like ? { like } : {}) };
  if (like?.outcome?.ok) return { outcome: result(names.valueToLive(like.outcome.result)), like };
  if (like?.outcome) return { outcome: like.outcome, like };
  return {
    outcome: decline,
    note: 'the recording has no answer to what the agent asked the person for: it was declined',
  };
}

/** Answers any other request as recorded, by the same params or else by the same method. */
export function decideOther(request: LiveRequest, unused: UnusedRequests, names: LiveNames): Answer {
  const like = unused.take(
    request.method,
    (asked) =>
      (isEqual(names.valueToLive(asked.params), request.params) ? 2 : 0) + (asked.prompt === request.prompt ? 1 : 0),
  );
  if (like?.outcome?.ok) return { outcome: result(names.valueToLive(like.outcome.result)), like };
  if (like?.outcome) return { outcome: like.outcome, like };
  const note = `the recording has no answer to ${request.method}: the agent got the error that the method does not exist`;
  return { outcome: refusal(-32601, `Method not found: ${request.method}`), note };
}

function likeness(asked: AgentRequest, request: LiveRequest, names: LiveNames): number | undefined {
  const [was, is] = [asked.toolCall, request.toolCall];
  const sameTitle = was?.title !== undefined && is?.title !== undefined && names.textToLive(was.title) === is.title;
  const otherKind = was?.kind !== undefined && is?.kind !== undefined && was.kind !== is.kind;
  if (otherKind && !sameTitle) return undefined;
  const input = valueAt(request.params, 'toolCall', 'rawInput');
  const sameInput =
    input !== undefined && isEqual(names.valueToLive(valueAt(asked.params, 'toolCall', 'rawInput')), input);
  const weights = [
    [sameInput, 8],
    [sameTitle, 4],
    [was?.kind === is?.kind, 2],
    [asked.prompt === request.prompt, 1],
  ] as const;
  return weights.reduce((sum, [isSo, weight]) => sum + (isSo ? weight : 0), 0);
}

interface Option {
  readonly id: string;
  readonly kind: string | undefined;
}

function optionsOf(params: unknown): readonly Option[] {
  const options = valueAt(params, 'options');
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: unknown) => {
    const id = isObject(option) ? stringAt(option, 'optionId') : undefined;
    return id === undefined ? [] : [{ id, kind: stringAt(option, 'kind') }];
  });
}

function ofKind(options: readonly Option[], what: 'allow' | 'reject', times: readonly string[]) {
  const found = times.flatMap((time) => options.filter(({ kind }) => kind === `${what}_${time}`))[0];
  return found && selected(found.id);
}

const selected = (optionId: string) => result({ outcome: { outcome: 'selected', optionId } });

const about = ({ toolCall }: LiveRequest) => (toolCall?.title === undefined ? 'it' : `"${toolCall.title}"`);
