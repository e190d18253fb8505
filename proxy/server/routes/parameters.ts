import { MAX_OPENED } from '#core/contract/timeline.ts';
import { cutAfter } from '#core/text/cut.ts';

/** The JSON schema of a request's parameters. A `description` completes "NAME …" in the error for a wrong value. */
export const parameters = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  schema: { querystring: { type: 'object', properties, required } },
});

/** Ten digits: more than a recording has entries. */
const LARGEST = 9_999_999_999;

export const text = { type: 'string', default: '' };

export const wholeNumber = (least = 0, most = LARGEST) => ({
  type: 'integer',
  minimum: least,
  maximum: most,
  description: most === LARGEST ? 'is a whole number' : `is a whole number from ${least} to ${most}`,
});

/** One of these words; the first if the parameter is missing. */
export const oneOf = (...words: readonly [string, ...(readonly string[])]) => ({
  ...requiredOneOf(words),
  default: words[0],
});

export const requiredOneOf = (words: readonly string[]) => ({
  type: 'string',
  enum: words,
  description: `is ${words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`}`,
});

/** `3,17`; see `numbersOf`. */
export const numbers = {
  type: 'string',
  pattern: `^(?:\\d{1,10}(?:,\\d{1,10}){0,${MAX_OPENED - 1}})?$`,
  default: '',
  description: `has at most ${MAX_OPENED} whole numbers, like 3,17`,
};

export const numbersOf = (list: string): readonly number[] => (list === '' ? [] : list.split(',').map(Number));

interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly parentSchema?: { readonly description?: unknown };
}

/** Names the invalid parameter of a request and its allowed values. Needs ajv's option `verbose`. */
export function explainViolation([violation]: readonly Violation[]): Error {
  if (!violation) return new Error('the parameters are invalid');
  const { instancePath, keyword, message = 'is invalid', params, data, parentSchema } = violation;
  const name = instancePath.slice(1) || 'the body';
  if (keyword === 'required') return new Error(`${String(params['missingProperty'])} is missing`);
  if (Array.isArray(data)) return new Error(`${name} is there twice`);
  const { description } = parentSchema ?? {};
  if (typeof description !== 'string') return new Error(`${name} ${message}`);
  const shown = JSON.stringify(data) ?? 'nothing';
  return new Error(`${name} ${description}, not ${cutAfter(shown, 100)}`);
}
