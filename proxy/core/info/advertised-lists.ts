import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import {
  MAX_LISTED,
  MAX_TEXT,
  type AuthMethod,
  type Choice,
  type ConfigOption,
  type SlashCommand,
} from '#core/model/info.ts';
import { cutAfter } from '#core/text/cut.ts';

/** Cuts a text from the wire to MAX_TEXT. */
export const cutText = (value: string): string => cutAfter(value, MAX_TEXT);

/** Reads a text of a member and cuts it to MAX_TEXT; null without a text. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = stringAt(value, ...path);
  return found === undefined ? null : cutText(found);
}

/** Reads `modes` or `models` from a session's response; null without a list. Leaves out items without an id. */
export function choiceIn(value: unknown, names: ChoiceNames, seq: number): Choice | null {
  if (!isObject(value)) return null;
  const available = listAt(value, names.list).flatMap((each) => {
    const id = textAt(each, names.id);
    return id === null ? [] : [{ id, name: textAt(each, 'name') }];
  });
  return { current: textAt(value, names.current), available, seq };
}

export interface ChoiceNames {
  readonly list: string;
  readonly id: string;
  readonly current: string;
}

export const MODES: ChoiceNames = { list: 'availableModes', id: 'id', current: 'currentModeId' };
export const MODELS: ChoiceNames = { list: 'availableModels', id: 'modelId', current: 'currentModelId' };

/** Reads configuration options, by `id` in version 1 and by `configId` in version 2; null without a list. */
export function optionsIn(value: unknown): readonly ConfigOption[] | null {
  if (!Array.isArray(value)) return null;
  return cut(value).flatMap((option) => {
    const id = textAt(option, 'id') ?? textAt(option, 'configId');
    const current = valueAt(option, 'currentValue');
    const values = valueAt(option, 'options');
    return id === null
      ? []
      : [
          {
            id,
            name: textAt(option, 'name'),
            current: current === undefined ? null : renderValue(current, MAX_TEXT),
            values: Array.isArray(values) ? countOf(values) : null,
          },
        ];
  });
}

/** Counts values, which may be nested in groups. */
const countOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    const inside = valueAt(value, 'options');
    return sum + (Array.isArray(inside) ? inside.length : 1);
  }, 0);

export const commandsIn = (value: unknown): readonly SlashCommand[] =>
  listAt(value, 'availableCommands').flatMap((command) => {
    const name = textAt(command, 'name');
    return name === null ? [] : [{ name, description: textAt(command, 'description') }];
  });

/** Version 2 has `methodId` instead of `id`. */
export const authMethodsIn = (value: unknown): readonly AuthMethod[] =>
  cut(Array.isArray(value) ? value : []).flatMap((method) => {
    const id = textAt(method, 'id') ?? textAt(method, 'methodId');
    return id === null
      ? []
      : [
          {
            id,
            name: textAt(method, 'name'),
            description: textAt(method, 'description'),
            type: textAt(method, 'type') ?? 'agent',
          },
        ];
  });

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = valueAt(value, name);
  return Array.isArray(list) ? cut(list) : [];
}

const cut = (list: readonly unknown[]): readonly unknown[] => list.slice(0, MAX_LISTED);
