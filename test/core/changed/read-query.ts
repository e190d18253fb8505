import { describeFilter } from '#core/filter/describe-filter.ts';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { parseFilter } from '#core/filter/parse.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import { printFilter } from '#core/filter/print.ts';
import { excerptOf } from '#core/filter/search-excerpt.ts';
import { suggestCompletions } from '#core/filter/suggest-completions.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';

const facts: readonly FilterFacts[] = [
  {
    seq: 0,
    turn: 1,
    duration: 0,
    bytes: 0,
    t: 0,
    pair: null,
    kind: 'request',
    from: 'client',
    method: 'a/b',
    id: '"1"',
    session: null,
    tool: null,
    update: null,
    status: 'pending',
    findings: [],
    summary: () => '',
    text: () => 'the regex text: \\"or\\" --verbose',
  },
  {
    seq: 3,
    turn: 3,
    duration: 1_500_000,
    bytes: 900,
    t: 90_000_000,
    pair: 1,
    kind: 'error',
    from: 'agent',
    id: '1',
    method: 'session/prompt',
    session: 's',
    tool: { id: 'call-1', title: 'Edit' },
    status: 'failed',
    update: 'agent_message_chunk',
    findings: [{ rule: 'jsonrpc/version-is-2-0', grade: 'error' }],
    summary: () => 'a summary of a "b"',
    text: () => 'a "b"',
  },
];

const values = [
  { value: 'session/prompt', count: 3 },
  { value: 'call one', count: 1 },
];

/** Queries of the filter language. */
export const QUERIES = [
  'kind:request -method:session/* or (dur:>1.5s and size:10..2k)',
  'text:"a \\" b" /re(g)?ex/im -(tool:call-* status:failed)',
  'not not from:agent turn:2..4 t:1:30..2:00.5 has:finding',
  '"or" --verbose rule:jsonrpc/* id:"1" update:*_chunk',
  `${'('.repeat(50)}a${')'.repeat(50)}`,
  'seq:>=3 size:<=900 dur:<1.5s t:1:30 turn:..3 -size:900.. dur:1.5s',
];

/** The parsed form of a query of the filter language. */
export function readQuery(query: string, at: number) {
  const suggestions = suggestCompletions(query, at, () => values);
  const parsed = parseFilter(query, compileRegex);
  if (!parsed.ok) return [suggestions, parsed];
  const { filter } = parsed;
  const passes = facts.map(filterPredicate(filter, compileRegex));
  const excerpt = excerptOf(filter, facts[0]?.text() ?? '', 'the text');
  return [suggestions, filter, printFilter(filter), describeFilter(filter), passes, excerpt];
}
