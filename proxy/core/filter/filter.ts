import { AcptapError } from '#core/errors.ts';

/** What a filter looks at: one row of a list. */
export interface Filterable {
  readonly kind: string;
  readonly from: string | null;
  readonly method: string | null;
  readonly id: string | null;
  readonly session: string | null;
  readonly summary: string;
  readonly findings: readonly { readonly rule: string }[];
}

/** One word of a query. `name` is missing for a bare word, which is looked for in method and summary. */
export interface Term {
  readonly name?: FieldName;
  readonly value: string;
  readonly negated: boolean;
}

/** Each field gives the texts that a value is compared with. `*` in a value stands for any characters. */
const fields = {
  method: (row) => [row.method],
  kind: (row) => [row.kind],
  from: (row) => [row.from],
  id: (row) => [row.id, row.id === null ? null : row.id.replace(/^"(.*)"$/, '$1')],
  session: (row) => [row.session],
  update: (row) => [row.method === 'session/update' ? (row.summary.split(' ', 1)[0] ?? '') : null],
  rule: (row) => row.findings.map(({ rule }) => rule),
  has: (row) => [row.findings.length > 0 ? 'finding' : null],
} satisfies Record<string, (row: Filterable) => readonly (string | null)[]>;

export type FieldName = keyof typeof fields;

const isField = (name: string): name is FieldName => Object.hasOwn(fields, name);

/**
 * Reads a query: words separated by spaces that must all hold, `name:value` or a bare word, `-` before it for "not",
 * double quotes around what holds spaces. For example: `method:session/* -kind:notification "not found"`.
 * @throws {AcptapError} `bad-filter` for an unknown name, a value that a field never has, or a quote that never closes.
 */
export function parseFilter(query: string): readonly Term[] {
  const terms: Term[] = [];
  for (const [, minus, name, quoted, bare] of query.matchAll(/(-?)(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"|(\S+))/g)) {
    const value = quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1');
    if (quoted === undefined && value.includes('"'))
      throw new AcptapError('bad-filter', `a quote that never closes: ${query}`);
    if (name !== undefined && !isField(name))
      throw new AcptapError(
        'bad-filter',
        `no field "${name}" to filter by; there are ${Object.keys(fields).join(', ')}. Put quotes around a text with a colon`,
      );
    if (name !== undefined) requirePossible(name, value);
    terms.push({ ...(name === undefined ? {} : { name }), value, negated: minus === '-' });
  }
  return terms;
}

/** The values of fields that have no others. */
const values: { readonly [name in FieldName]?: readonly string[] } = {
  kind: ['request', 'notification', 'response', 'error', 'invalid', 'stderr', 'event'],
  from: ['client', 'agent', 'stderr'],
  has: ['finding'],
};

/** A value that the field never has would match nothing, or everything with `-`. */
function requirePossible(name: FieldName, value: string): void {
  const known = values[name];
  if (known && !known.some((each) => wildcard(value).test(each)))
    throw new AcptapError('bad-filter', `"${name}:" is one of ${known.join(', ')}, never "${value}"`);
}

/** The query that `parseFilter` reads as these terms. */
export function printFilter(terms: readonly Term[]): string {
  return terms
    .map(({ name, value, negated }) => {
      const plain = value !== '' && !/[\s"\\:]/.test(value) && !value.startsWith('-');
      const text = plain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
      return `${negated ? '-' : ''}${name === undefined ? '' : `${name}:`}${text}`;
    })
    .join(' ');
}

/** A predicate that is true for the rows a query means. */
export function toPredicate(terms: readonly Term[]): (row: Filterable) => boolean {
  const tests = terms.map(({ name, value, negated }) => {
    const holds = name === undefined ? contains(value) : equals(fields[name], value);
    return negated ? (row: Filterable) => !holds(row) : holds;
  });
  return (row) => tests.every((test) => test(row));
}

function contains(value: string): (row: Filterable) => boolean {
  const wanted = value.toLowerCase();
  return ({ method, summary }) => `${method ?? ''} ${summary}`.toLowerCase().includes(wanted);
}

function equals(texts: (row: Filterable) => readonly (string | null)[], value: string): (row: Filterable) => boolean {
  const pattern = wildcard(value);
  return (row) => texts(row).some((text) => text !== null && pattern.test(text));
}

const wildcard = (value: string) => new RegExp(`^${value.split('*').map(escape).join('.*')}$`, 'is');

const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
