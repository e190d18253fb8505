import { describe, expect, test } from 'vitest';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import { readFilter } from '#core/filter/parse.ts';
import { compileRegex, regexCompiler } from '../../../proxy/regex/linear-regex.ts';

const facts = (patch: Partial<FilterFacts>): FilterFacts => ({
  seq: 7,
  t: 1_250_000,
  kind: 'request',
  from: 'client',
  method: 'session/prompt',
  id: '1',
  session: 's-1',
  turn: 2,
  tool: null,
  update: null,
  status: 'pending',
  duration: null,
  bytes: 2048,
  pair: null,
  findings: [],
  summary: () => 'Fix the bug in main.ts',
  text: () => '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"prompt":"h\\u00e9llo\\nw\u00f6rld"}}',
  ...patch,
});

const matches = (query: string, patch: Partial<FilterFacts> = {}) =>
  filterPredicate(readFilter(query, compileRegex), compileRegex)(facts(patch));

const tool = { id: 'call-1', title: 'Edit main.ts' };
const findings = [{ rule: 'framing/line-is-json', grade: 'error' }];

describe('a filter', () => {
  test.each<[query: string, patch: Partial<FilterFacts>, expected: boolean]>([
    ['', {}, true],
    ['method:session/prompt', {}, true],
    ['METHOD:Session/PROMPT', {}, true],
    ['method:session/*', {}, true],
    ['method:*/pro*', {}, true],
    ['method:*pro*pro*', {}, false],
    ['method:session/prompt*prompt', {}, false],
    ['method:prompt', {}, false],
    ['-method:session/*', {}, false],
    ['method:*', { method: null }, false],
    ['-method:*', { method: null }, true],
    ['method:a.b', { method: 'axb' }, false],
    ['kind:request from:client', {}, true],
    ['kind:request from:agent', {}, false],
    ['kind:request or from:agent', {}, true],
    ['-(kind:request from:agent)', {}, true],
    ['not (kind:request or from:agent)', {}, false],
    ['kind:re*', {}, true],
    ['kind:REQUEST', {}, true],
    ['from:a*', {}, false],
    ['id:1', {}, true],
    ['id:abc', { id: '"abc"' }, true],
    ['id:"\\"abc\\""', { id: '"abc"' }, true],
    ['id:1', { id: '"1"' }, true],
    ['session:s-*', {}, true],
    ['turn:2', {}, true],
    ['turn:1..3', {}, true],
    ['turn:>2', {}, false],
    ['turn:*', { turn: null }, false],
    ['-turn:*', { turn: null }, true],
    ['tool:call-1', { tool }, true],
    ['tool:"edit main.ts"', { tool }, true],
    ['tool:*main*', { tool }, true],
    ['tool:edit', { tool }, false],
    ['tool:*', {}, false],
    ['update:tool_call', { update: 'tool_call' }, true],
    ['update:tool_call', { update: 'tool_call_update' }, false],
    ['update:tool_call*', { update: 'tool_call_update' }, true],
    ['status:pending', {}, true],
    ['status:error', { status: 'error' }, true],
    ['has:finding', {}, false],
    ['has:finding', { findings }, true],
    ['has:error', { findings }, true],
    ['has:warning', { findings }, false],
    ['has:pair', { pair: 3 }, true],
    ['has:pair', { pair: 0 }, true],
    ['has:pair', {}, false],
    ['has:intervention', { sent: {} }, true],
    ['has:intervention', { own: {} }, true],
    ['has:intervention', {}, false],
    ['rule:framing/*', { findings }, true],
    ['rule:framing', { findings }, false],
    ['dur:>1ms', {}, false],
    ['-dur:>1ms', {}, true],
    ['dur:>500ms', { duration: 500_001 }, true],
    ['dur:>500ms', { duration: 500_000 }, false],
    ['dur:>=500', { duration: 500_000 }, true],
    ['dur:2s', { duration: 2_999_999 }, true],
    ['dur:2s', { duration: 3_000_000 }, false],
    ['dur:2.0s', { duration: 2_100_000 }, false],
    ['dur:1m', { duration: 60_000_000 }, true],
    ['dur:<100µs', { duration: 99 }, true],
    ['size:2k', {}, true],
    ['size:>2k', {}, false],
    ['size:2048', {}, true],
    ['size:1K..2KiB', {}, true],
    ['size:..1M', {}, true],
    ['t:1.2s', {}, true],
    ['t:1.2', {}, true],
    ['t:1.2s..3s', {}, true],
    ['t:1.3s..3s', {}, false],
    ['t:1250ms', {}, true],
    ['t:1:30', { t: 90_500_000 }, true],
    ['t:0:01', {}, true],
    ['t:1:00:00..', { t: 3_600_000_000 }, true],
    ['seq:7', {}, true],
    ['seq:0..7', {}, true],
    ['seq:8..', {}, false],
    ['bug', {}, true],
    ['BUG', {}, true],
    ['"the bug"', {}, true],
    ['-"the bug"', {}, false],
    ['prompt', { summary: () => '', text: () => '' }, true],
    ['jsonrpc', {}, true],
    ['b*g', {}, false],
    ['text:bug', {}, false],
    ['text:JSONRPC', {}, true],
    ['text:"héllo"', {}, true],
    ['text:HÉLLO', {}, true],
    ['text:"wörld"', {}, true],
    ['text:\\u00e9', {}, true],
    ['text:"o\nw"', {}, true],
    ['text:"o\\\\nw"', {}, true],
    ['text:"\\"id\\":1"', {}, true],
    ['/h.llo/', {}, true],
    ['/H.LLO/', {}, false],
    ['/H.LLO/i', {}, true],
    ['/o.w/', {}, false],
    ['/o.w/s', {}, true],
    ['/^w/', {}, false],
    ['/^w/m', {}, true],
    ['/}}$/', {}, true],
    ['/\\u00e9/', {}, true],
    ['-/h.llo/', {}, false],
  ])('%s on %o: %s', (query, patch, expected) => {
    expect(matches(query, patch)).toBe(expected);
  });

  test('reads the text of an entry only if it needs it', () => {
    const text = () => {
      throw new Error('asked');
    };
    expect(matches('method:session/* dur:>1s or bug', { text })).toBe(true);
    expect(() => matches('text:bug', { text })).toThrow('asked');
  });
});

describe('expensive filters', () => {
  test('match many stars on a long text quickly', () => {
    const title = 'a'.repeat(100_000);
    expect(matches(`tool:${'*a'.repeat(60)}*b`, { tool: { id: '1', title } })).toBe(false);
  });

  test.each(['(a+)+$', '(a|aa)+$', '(.*a){12}$', '([a-z]+)*\\d'])('match a slow regex quickly: %s', (source) => {
    expect(matches(`/${source}/`, { text: () => `${'a'.repeat(50_000)}!` })).toBe(false);
  });

  test('stop a regex that is a hundred times slower than others, but not a fast one on much text', () => {
    let ms = 0;
    const each = (cost: number) => regexCompiler(() => (ms += cost / 2))('a', '');
    const text = 'b'.repeat(1000);
    const slow = each(100);
    expect(() => {
      for (let count = 0; count < 50; count++) slow(text);
    }).toThrow(expect.objectContaining({ code: 'bad-filter' }));
    const quick = each(0.1);
    for (let count = 0; count < 50_000; count++) expect(quick(text)).toBe(false);
  });

  test('reject a regex that is too large', () => {
    expect(() => matches('/([a-z]{100}){8}/')).toThrow(/not a regex: it is too long/);
  });
});
