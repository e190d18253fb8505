import { assertNever } from '#core/assert-never.ts';
import { idTexts, type FilterFacts } from './filter-facts.ts';
import type { ClosedField, NumberField, TextField } from './fields.ts';
import type { CompileRegex, Filter, NumberTest } from './filter.ts';
import { boundsOf } from './quantity.ts';
import { containsText, plainOrUnescaped } from './searched-text.ts';
import { wildcard } from './wildcard.ts';

/**
 * Compiles a filter to a test for entries. It selects the same entries as `filterSql` of the store.
 * @throws {Error} from `compile`, for an invalid regex that was not tried before.
 */
export function filterPredicate(filter: Filter, compile: CompileRegex): (facts: FilterFacts) => boolean {
  switch (filter.kind) {
    case 'and': {
      const tests = filter.of.map((part) => filterPredicate(part, compile));
      return (facts) => tests.every((test) => test(facts));
    }
    case 'or': {
      const tests = filter.of.map((part) => filterPredicate(part, compile));
      return (facts) => tests.some((test) => test(facts));
    }
    case 'not': {
      const test = filterPredicate(filter.of, compile);
      return (facts) => !test(facts);
    }
    case 'field': {
      const holds = wildcard(filter.pattern);
      const valuesOf = texts[filter.field];
      return (facts) => valuesOf(facts).some((value) => value !== null && holds(value));
    }
    case 'number':
      return within(filter.field, filter.test);
    case 'text': {
      const holds = containsText(filter.text);
      return (facts) => holds(facts.text());
    }
    case 'regex': {
      const holds = plainOrUnescaped(compile(filter.source, filter.flags));
      return (facts) => holds(facts.text());
    }
    case 'word': {
      const holds = containsText(filter.text);
      return (facts) => (facts.method !== null && holds(facts.method)) || holds(facts.summary()) || holds(facts.text());
    }
    default:
      return assertNever(filter);
  }
}

/** The texts of a field; one of them must match. */
const texts: { readonly [field in TextField | ClosedField]: (facts: FilterFacts) => readonly (string | null)[] } = {
  method: ({ method }) => [method],
  id: ({ id }) => (id === null ? [] : idTexts(id)),
  session: ({ session }) => [session],
  tool: ({ tool }) => (tool ? [tool.id, tool.title] : []),
  update: ({ update }) => [update],
  status: ({ status }) => [status],
  rule: ({ findings }) => findings.map(({ rule }) => rule),
  kind: ({ kind }) => [kind],
  from: ({ from }) => [from],
  has: ({ findings, pair, sent, own, comment }) => [
    ...(findings.length > 0 ? ['finding'] : []),
    ...findings.map(({ grade }) => grade),
    ...(pair === null ? [] : ['pair']),
    ...((sent ?? own) ? ['intervention'] : []),
    ...(comment === undefined ? [] : ['comment']),
  ],
};

const numbers: { readonly [field in NumberField]: (facts: FilterFacts) => number | null } = {
  turn: ({ turn }) => turn,
  seq: ({ seq }) => seq,
  dur: ({ duration }) => duration,
  size: ({ bytes }) => bytes,
  t: ({ t }) => t,
};

function within(field: NumberField, test: NumberTest): (facts: FilterFacts) => boolean {
  const { min, below } = boundsOf(test);
  const valueOf = numbers[field];
  return (facts) => {
    const value = valueOf(facts);
    return value !== null && value >= min && value < below;
  };
}
