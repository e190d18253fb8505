import type { Filter, NumberTest } from './filter.ts';
import type { NumberField } from './fields.ts';

/** Describes a filter for people who did not write it: `method is session/*, and not (kind is notification)`. */
export function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
      return filter.of.length === 0 ? 'everything' : filter.of.map(inner).join(', and ');
    case 'or':
      return filter.of.map(inner).join(', or ');
    case 'not':
      return `not ${inner(filter.of)}`;
    case 'field':
      if (filter.field === 'has')
        return filter.pattern === 'pair' ? 'has its request or response' : `has ${article(filter.pattern)}`;
      return `${filter.field} is ${filter.pattern === '' ? 'empty' : filter.pattern}`;
    case 'number':
      return `${names[filter.field]} ${describeTest(filter.test)}`;
    case 'text':
      return `text has “${filter.text}”`;
    case 'regex':
      return `text matches /${filter.source}/${filter.flags}`;
    case 'word':
      return `“${filter.text}” anywhere`;
  }
}

const inner = (filter: Filter): string =>
  (filter.kind === 'and' && filter.of.length > 0) || filter.kind === 'or'
    ? `(${describeFilter(filter)})`
    : describeFilter(filter);

const article = (grade: string) => (/^[aeiou]/.test(grade) ? `an ${grade}` : `a ${grade}`);

const names: { readonly [field in NumberField]: string } = {
  turn: 'turn',
  seq: 'number of the entry',
  dur: 'duration',
  size: 'size',
  t: 'time',
};

function describeTest(test: NumberTest): string {
  switch (test.op) {
    case 'any':
      return 'is known';
    case 'is':
      return `is ${test.value.text}`;
    case '>':
      return `is over ${test.value.text}`;
    case '>=':
      return `is ${test.value.text} or more`;
    case '<':
      return `is under ${test.value.text}`;
    case '<=':
      return `is ${test.value.text} or less`;
    case 'range': {
      const { from, to } = test;
      if (from && to) return `is from ${from.text} to ${to.text}`;
      return from ? `is ${from.text} or more` : `is ${to?.text ?? ''} or less`;
    }
  }
}
