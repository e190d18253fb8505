import { valueAt, isObject, stringAt, type JsonObject } from '#core/json/json.ts';
import { escapeName } from '#core/json/pointer.ts';
import { hasPlaceholder } from '#core/wire/placeholder.ts';

/** How many fields of a form are checked. */
const MAX_FIELDS = 100;

/** One field of a form: a property of its `requestedSchema`. `pointer` is below the params. */
export interface FormField {
  readonly name: string;
  readonly definition: JsonObject;
  readonly pointer: string;
}

/** The fields of a form; empty for elicitations in other modes. */
export function formFields(params: unknown): readonly FormField[] {
  const properties = stringAt(params, 'mode') === 'form' ? valueAt(params, 'requestedSchema', 'properties') : undefined;
  if (!isObject(properties)) return [];
  return Object.entries(properties)
    .slice(0, MAX_FIELDS)
    .flatMap(([name, definition]) =>
      isObject(definition) ? [{ name, definition, pointer: `/requestedSchema/properties/${escapeName(name)}` }] : [],
    );
}

/** The answer in a result, and its pointer. Results of `session/elicitation`, the older method, have it in `action`. */
export function elicitationAnswer(result: unknown): { readonly answer: unknown; readonly pointer: string } {
  const deeper = valueAt(result, 'action');
  return isObject(deeper) ? { answer: deeper, pointer: '/result/action' } : { answer: result, pointer: '/result' };
}

/** The values of a choice field; undefined for other fields. */
export function choices(definition: unknown): readonly string[] | undefined {
  const plain = valueAt(definition, 'enum');
  if (Array.isArray(plain)) return plain.filter((each) => typeof each === 'string');
  const titled = valueAt(definition, 'oneOf') ?? valueAt(definition, 'anyOf'); // single choice, multiple choice
  return Array.isArray(titled) ? titled.flatMap((each: unknown) => stringAt(each, 'const') ?? []) : undefined;
}

/**
 * Returns what is wrong with the answer to a field, or undefined. Never quotes the answer, which may be a secret; skips
 * redacted answers. Does not run patterns, because they come from the wire, and does not check formats.
 */
export function fieldMistake(definition: JsonObject, answer: unknown): string | undefined {
  if (Array.isArray(answer) ? answer.some(hasPlaceholder) : hasPlaceholder(answer)) return undefined;
  switch (definition['type']) {
    case 'string':
      return typeof answer === 'string' ? misfitOfText(definition, answer) : 'a string is asked for';
    case 'boolean':
      return typeof answer === 'boolean' ? undefined : 'true or false is asked for';
    case 'integer':
      return Number.isInteger(answer) ? misfitOfNumber(definition, Number(answer)) : 'an integer is asked for';
    case 'number':
      return typeof answer === 'number' ? misfitOfNumber(definition, answer) : 'a number is asked for';
    case 'array':
      return Array.isArray(answer) ? misfitOfList(definition, answer) : 'a list is asked for';
    default:
      return undefined; // a type of a later release or of an extension
  }
}

function misfitOfText(definition: JsonObject, answer: string): string | undefined {
  const listed = choices(definition);
  if (listed && !listed.includes(answer)) return 'the answer is not one of the choices';
  const { minLength, maxLength } = definition;
  if (typeof minLength === 'number' && answer.length < minLength)
    return `at least ${minLength} characters are asked for`;
  if (typeof maxLength !== 'number' || answer.length <= maxLength) return undefined;
  return characters(answer) > maxLength ? `at most ${maxLength} characters are asked for` : undefined;
}

/** Characters, not UTF-16 units: that is what JSON Schema counts. */
function characters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) count += 1;
  return count;
}

function misfitOfNumber({ minimum, maximum }: JsonObject, answer: number): string | undefined {
  if (typeof minimum === 'number' && answer < minimum) return `at least ${minimum} is asked for`;
  return typeof maximum === 'number' && answer > maximum ? `at most ${maximum} is asked for` : undefined;
}

function misfitOfList({ items, minItems, maxItems }: JsonObject, answer: readonly unknown[]): string | undefined {
  const listed = choices(items);
  if (listed && answer.some((each) => typeof each !== 'string' || !listed.includes(each)))
    return 'an answer is not one of the choices';
  if (typeof minItems === 'number' && answer.length < minItems) return `at least ${minItems} choices are asked for`;
  return typeof maxItems === 'number' && answer.length > maxItems
    ? `at most ${maxItems} choices are asked for`
    : undefined;
}
