import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import type { ChangeBody } from '#core/model/cards.ts';
import { cancelsTurn, setsMode, setsModel, setsOption } from '#core/protocol/method-traits.ts';
import { toFailure } from './failure.ts';
import { requestsIn, paramsOf, updateOf, variantOf, type CardMessage } from './card-message.ts';

type Values = ChangeBody['values'];

/** The most characters to show of a structured value. */
const MAX_VALUE_CHARACTERS = 200;

/** A change of the session requested by the client: a mode, a config option, a login, a cancellation. */
export function toRequestedChange(messages: readonly CardMessage[]): ChangeBody {
  const first = messages[0];
  const asked = requestsIn(messages)[0];
  const { what, values } = askedFor(first?.method ?? '', first && paramsOf(first));
  return { kind: 'change', what, by: first?.from ?? 'client', values, failure: toFailure(asked?.answer) };
}

function askedFor(method: string, params: unknown): { readonly what: string; readonly values: Values } {
  const named = (what: string, ...members: readonly string[]) => ({
    what,
    values: members.map((member) => ({ name: textOf(valueAt(params, member)), value: '' })),
  });
  if (setsMode(method)) return named('mode', 'modeId');
  if (setsModel(method)) return named('model', 'modelId');
  if (setsOption(method)) {
    const value = valueAt(params, 'value');
    const chosen = isObject(value) ? value['value'] : value; // version 2 adds the type
    return { what: 'config', values: [{ name: stringAt(params, 'configId') ?? '', value: textOf(chosen) }] };
  }
  if (cancelsTurn(method)) return { what: 'cancel', values: [] };
  switch (method) {
    case 'session/set_title':
      return named('title', 'title');
    case 'authenticate':
    case 'auth/login':
      return named('login', 'methodId');
    default:
      return { what: method, values: [] };
  }
}

/** A change reported by the agent. */
export function toReportedChange(messages: readonly CardMessage[]): ChangeBody {
  const last = messages.at(-1);
  const variant = (last && variantOf(last)) ?? '';
  const update = last && updateOf(last);
  const body = (what: string, values: Values): ChangeBody => ({
    kind: 'change',
    what,
    by: 'agent',
    values,
    failure: null,
  });
  switch (variant) {
    case 'current_mode_update': // the specification's example has modeId
      return body('mode', [{ name: stringAt(update, 'currentModeId') ?? stringAt(update, 'modeId') ?? '', value: '' }]);
    case 'config_option_update':
      return body('config', list(valueAt(update, 'configOptions'), toOption));
    case 'session_info_update':
      return body('title', [{ name: stringAt(update, 'title') ?? '', value: '' }]);
    case 'available_commands_update':
      return body('commands', list(valueAt(update, 'availableCommands'), toCommand));
    case 'compaction_update':
      return body('compaction', [{ name: stringAt(update, 'status') ?? '', value: stringAt(update, 'error') ?? '' }]);
    default:
      return body(variant, []);
  }
}

const toOption = (option: unknown) => ({
  name: stringAt(option, 'name') ?? stringAt(option, 'configId') ?? stringAt(option, 'id') ?? '',
  value: textOf(valueAt(option, 'currentValue')),
});

const toCommand = (command: unknown) => ({
  name: `/${stringAt(command, 'name') ?? ''}`,
  value: stringAt(command, 'description') ?? '',
});

const list = (value: unknown, toValue: (item: unknown) => Values[number]): Values =>
  Array.isArray(value) ? value.map(toValue) : [];

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : renderValue(value, MAX_VALUE_CHARACTERS);
}
