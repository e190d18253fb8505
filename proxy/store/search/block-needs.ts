import { fields, type ClosedField, type TextField } from '#core/filter/fields.ts';
import type { Filter, NumberTest } from '#core/filter/filter.ts';
import { boundsOf } from '#core/filter/quantity.ts';
import { requiredByRegex, type RequiredText } from '#core/filter/required-text.ts';
import { wildcard } from '#core/filter/wildcard.ts';
import { classOf, fact, type FactName } from './block-facts.ts';
import { marksOfFact, marksOfText, type Mark } from './block-filter.ts';
import { MESSAGE_KINDS, ORIGINS } from '../connection/entry-key.ts';

/** A condition on a block: a block that fails it has no match. `all: []` holds for every block. */
export type Needs =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Needs[] }
  | { readonly kind: 'marks'; readonly of: readonly Mark[] }
  /** An entry with a time, or a number, from `min` up to `below` (not included). */
  | { readonly kind: 'time' | 'seq'; readonly min: number; readonly below: number }
  | { readonly kind: 'finding' };

/** Looks up what filters name: `name.no` and `tool_call.no` of the matching names and calls. Undefined for too many. */
export interface NeedsPort {
  readonly names: (pattern: string) => readonly number[] | undefined;
  readonly calls: (pattern: string) => readonly number[] | undefined;
}

/** The most values of a fact that are looked for one by one. */
export const MAX_VALUES = 64;

const NOTHING_KNOWN: Needs = { kind: 'all', of: [] };

/** Returns the condition on blocks for a filter. It may be weaker than the filter, never stronger. */
export function needsOf(filter: Filter, port: NeedsPort): Needs {
  switch (filter.kind) {
    case 'and':
      return { kind: 'all', of: filter.of.map((part) => needsOf(part, port)) };
    case 'or':
      return { kind: 'any', of: filter.of.map((part) => needsOf(part, port)) };
    case 'not':
      return NOTHING_KNOWN;
    case 'text':
    case 'word':
      return { kind: 'marks', of: marksOfText(filter.text) };
    case 'regex':
      return needsOfText(requiredByRegex(filter.source));
    case 'number':
      return needsOfNumber(filter.field, filter.test);
    case 'field':
      return needsOfField(filter.field, filter.pattern, port);
  }
}

/** True if every block has what is needed. */
export const isAlwaysMet = (needs: Needs): boolean =>
  (needs.kind === 'all' && needs.of.every(isAlwaysMet)) ||
  (needs.kind === 'any' && needs.of.some(isAlwaysMet)) ||
  (needs.kind === 'marks' && needs.of.length === 0);

const needsOfText = (required: RequiredText): Needs =>
  required.kind === 'text'
    ? { kind: 'marks', of: marksOfText(required.text) }
    : { kind: required.kind, of: required.of.map(needsOfText) };

const oneOf = (name: FactName, values: readonly (number | string)[] | undefined): Needs =>
  values === undefined || values.length > MAX_VALUES
    ? NOTHING_KNOWN
    : { kind: 'any', of: values.map((value) => ({ kind: 'marks', of: marksOfFact(fact(name, value)) })) };

const range = (from: number, to: number): readonly number[] | undefined =>
  to - from >= MAX_VALUES ? undefined : Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

function needsOfNumber(field: (Filter & { kind: 'number' })['field'], test: NumberTest): Needs {
  const { min, below } = boundsOf(test);
  switch (field) {
    case 'seq':
      return { kind: 'seq', min, below };
    case 't':
      return { kind: 'time', min, below };
    case 'turn':
      return oneOf('turn', range(min, below - 1));
    case 'size':
      return oneOf('size', classes(min, below));
    case 'dur':
      return oneOf('duration', classes(min, below));
  }
}

const classes = (min: number, below: number) => range(classOf(min), classOf(Math.min(below, 2 ** 53) - 1));

function needsOfField(field: TextField | ClosedField, pattern: string, { names, calls }: NeedsPort): Needs {
  switch (field) {
    case 'method':
      return oneOf('method', names(pattern));
    case 'session':
      return oneOf('session', names(pattern));
    case 'update':
      return oneOf('variant', names(pattern));
    case 'status':
      return oneOf('status', names(pattern));
    case 'tool':
      return oneOf('call', calls(pattern));
    case 'kind':
      return oneOf('kind', listed(MESSAGE_KINDS, pattern));
    case 'from':
      return oneOf('origin', listed(ORIGINS.slice(0, 3), pattern));
    case 'id':
      return pattern.includes('*') ? NOTHING_KNOWN : oneOf('id', [pattern.toLowerCase()]);
    case 'rule':
      return { kind: 'finding' };
    case 'has': {
      const wanted = fields.find(({ name }) => name === 'has')?.values.filter(wildcard(pattern)) ?? [];
      const isOther = wanted.some((value) => value === 'pair' || value === 'intervention' || value === 'comment');
      return isOther ? NOTHING_KNOWN : { kind: 'finding' };
    }
  }
}

const listed = (values: readonly string[], pattern: string): readonly number[] =>
  values.flatMap((value, index) => (wildcard(pattern)(value) ? [index] : []));
