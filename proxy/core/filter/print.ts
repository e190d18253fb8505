import type { Filter } from './filter.ts';
import { printNumberTest } from './quantity.ts';

/** Prints a query that `parseFilter` reads as the same filter. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.map((part) => print(part, filter.kind)).join(filter.kind === 'or' ? ' or ' : ' ');
    case 'not':
      return `-${print(filter.of, 'not')}`;
    case 'field':
      return `${filter.field}:${printWord(filter.pattern)}`;
    case 'number':
      return `${filter.field}:${printNumberTest(filter.test)}`;
    case 'text':
      return `text:${printWord(filter.text)}`;
    case 'regex':
      return `/${filter.source.replace(/\\.|\//gs, (piece) => (piece === '/' ? '\\/' : piece))}/${filter.flags}`;
    case 'word':
      return printWord(filter.text);
  }
}

/** Adds parentheses where they are needed. An "and" in an "or" needs none, because it binds more tightly. */
function print(part: Filter, around: 'and' | 'or' | 'not'): string {
  const isPlain = part.kind !== 'and' && part.kind !== 'or' && !(part.kind === 'not' && around === 'not');
  const text = printFilter(part);
  return isPlain || (part.kind === 'and' && around === 'or') ? text : `(${text})`;
}

const KEYWORDS = new Set(['and', 'or', 'not']);

/** Prints a text for a query: in quotes, unless it would be read as the same text without them. */
export function printWord(text: string): string {
  const isPlain = text !== '' && !/[\s"\\:()]|^[-/]/.test(text) && !KEYWORDS.has(text.toLowerCase());
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
