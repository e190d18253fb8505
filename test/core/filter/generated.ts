import { array, constant, constantFrom, letrec, oneof, record, string, tuple, type Arbitrary } from 'fast-check';
import { fields, type ClosedField, type NumberField, type TextField } from '#core/filter/fields.ts';
import type { Filter, NumberTest } from '#core/filter/filter.ts';
import { readNumberTest } from '#core/filter/quantity.ts';

/** Words of `generatedTranscript` recordings in many spellings, and some words that do not occur in them. */
export const words = (): Arbitrary<string> =>
  oneof(
    constantFrom(
      'bug',
      'BUG',
      'héllo',
      'HÉLLO',
      'main.ts',
      'a\nb',
      '"',
      '\\',
      'u00e9',
      'edit',
      'ok',
      'or',
      '-x',
      '',
      ' ',
    ),
    string({ maxLength: 3 }),
  );

/** Likely values of each field, and patterns for them. */
const likely: { readonly [field in TextField]: readonly string[] } = {
  method: ['session/*', 'SESSION/prompt', '*/*', 'a/b'],
  id: ['1', '"1"', 'a', '"a"', '2'],
  session: ['s', 's-?', 's-*', 'S-2'],
  tool: ['call-1', 'call-*', 'Edit main.ts', '*MAIN*', 'bug'],
  update: ['tool_call', 'tool_*', '*chunk'],
  status: ['pending', 'ok', 'err*', 'completed', '*e*'],
  rule: ['jsonrpc/*', '*/*-*', 'framing/line-is-json'],
};

const patterned = (): Arbitrary<Filter> =>
  constantFrom(...(Object.keys(likely) as TextField[])).chain((field) =>
    oneof(
      { arbitrary: constantFrom(...likely[field], '*'), weight: 5 },
      { arbitrary: string({ maxLength: 4 }), weight: 1 },
    ).map((pattern): Filter => ({ kind: 'field', field, pattern })),
  );

const closed = (): Arbitrary<Filter> =>
  oneof(
    ...fields
      .filter(({ kind }) => kind === 'closed')
      .map(({ name, values }) =>
        constantFrom(...values, '*', `${values[0]?.slice(0, 2)}*`).map((pattern): Filter => ({
          kind: 'field',
          field: name as ClosedField,
          pattern,
        })),
      ),
  );

const amounts: { readonly [field in NumberField]: readonly string[] } = {
  turn: ['0', '1', '2', '3'],
  seq: ['0', '1', '5', '9', '200'],
  dur: ['0', '1ms', '1500us', '2ms', '2.5ms', '1s'],
  size: ['0', '1', '40', '0.1k', '1k', '64k'],
  t: ['0', '1ms', '5ms', '7.5ms', '0.01', '1:30'],
};

const numberTests = (field: NumberField): Arbitrary<NumberTest> => {
  const amount = constantFrom(...amounts[field]);
  const read = (text: string): NumberTest => readNumberTest(field, text) ?? { op: 'any' };
  return oneof(
    constant(read('*')),
    amount.map(read),
    tuple(constantFrom('>', '>=', '<', '<='), amount).map(([op, text]) => read(op + text)),
    tuple(amount, amount)
      .filter(([from, to]) => amounts[field].indexOf(from) <= amounts[field].indexOf(to))
      .map(([from, to]) => read(`${from}..${to}`)),
    amount.map((text) => read(`${text}..`)),
    amount.map((text) => read(`..${text}`)),
  );
};

const regexes = (): Arbitrary<Filter> =>
  record({
    kind: constant('regex' as const),
    source: constantFrom('bug', '^\\{', 'h.llo', '"id":\\d', 'a/b', 'x|o', '[a-f]{2}', '\\u00e9', 'no (match)$', '\\n'),
    flags: constantFrom('', 'i', 'm', 's', 'ims'),
  });

const terms = (): Arbitrary<Filter> =>
  oneof(
    patterned(),
    closed(),
    constantFrom<NumberField>('turn', 'seq', 'dur', 'size', 't').chain((field) =>
      numberTests(field).map((test): Filter => ({ kind: 'number', field, test })),
    ),
    words().map((text): Filter => ({ kind: 'text', text })),
    words().map((text): Filter => ({ kind: 'word', text })),
    regexes(),
  );

/** Filters in the form that `parseFilter` returns. */
export const filters = (): Arbitrary<Filter> =>
  letrec<{ filter: Filter }>((tie) => ({
    filter: oneof(
      { depthSize: 'small', withCrossShrink: true },
      terms(),
      tie('filter').map((of): Filter => ({ kind: 'not', of })),
      tuple(constantFrom('and' as const, 'or' as const), array(tie('filter'), { minLength: 2, maxLength: 4 })).map(
        ([kind, of]): Filter => ({ kind, of }),
      ),
    ),
  })).filter;
