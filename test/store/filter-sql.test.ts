import { array, assert, asyncProperty, sample } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import type { Filter } from '#core/filter/filter.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import { readFilter } from '#core/filter/parse.ts';
import { printFilter } from '#core/filter/print.ts';
import { createMemory } from '#core/memory/memory.ts';
import { factsOf as factsIn } from '#core/memory/memory-rows.ts';
import { importAlone } from '../../proxy/cli/recordings/import-file.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import type { FoundRecording } from '../../proxy/cli/recordings/find-recording.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { filters } from '../core/filter/generated.ts';
import { rounds, someOf } from '../support/effort.ts';
import { generatedTranscripts } from '../support/generated-transcript.ts';
import { recordingFile } from '../support/recording-file.ts';

/** Returns the facts about each entry, read without a database. */
function factsOf({ store, no, summary }: FoundRecording): readonly FilterFacts[] {
  const memory = createMemory(store.read.header(no));
  memory.apply(store.read.entries(no));
  const whole = memory.finish();
  return Array.from({ length: summary.total }, (_, seq) => factsIn(whole, seq));
}

function inSql({ store, no }: FoundRecording, filter: Filter): readonly number[] {
  store.filter.useRegexes(compileRegex);
  return store.filter.matching(no, filter);
}

function buildIndex({ store }: FoundRecording): void {
  while (store.index.extend());
  expect(store.index.missing()).toBe(0);
}

function byPredicate(facts: readonly FilterFacts[], filter: Filter): readonly number[] {
  const matches = filterPredicate(filter, compileRegex);
  return facts.filter(matches).map(({ seq }) => seq);
}

async function opened<T>(path: string, use: (found: FoundRecording) => T): Promise<T> {
  const found = await importToMemory(path);
  try {
    return use(found);
  } finally {
    found.store.close();
  }
}

describe('a filter means the same entries in SQL, with the search index, and as a predicate', () => {
  test('of any recording', async () => {
    await assert(
      asyncProperty(
        generatedTranscripts(),
        array(filters(), { minLength: 25, maxLength: 25 }),
        async (drawn, wanted) => {
          await opened(recordingFile(drawn), (found) => {
            const facts = factsOf(found);
            const expected = wanted.map((filter) => [printFilter(filter), byPredicate(facts, filter)]);
            const answers = () => wanted.map((filter) => [printFilter(filter), inSql(found, filter)]);
            expect(answers()).toEqual(expected);
            buildIndex(found);
            expect(answers()).toEqual(expected);
          });
        },
      ),
      { numRuns: rounds(5, 60) },
    );
  });

  test.each(someOf(goldenRecordings(), 12))('of %s', async (path) => {
    const wanted = [
      ...sample(filters(), { numRuns: 25, seed: 5 }),
      ...QUERIES.map((query) => readFilter(query, compileRegex)),
    ];
    await opened(path, (found) => {
      const facts = factsOf(found);
      const expected = wanted.map((filter) => [printFilter(filter), byPredicate(facts, filter)]);
      const answers = () => wanted.map((filter) => [printFilter(filter), inSql(found, filter)]);
      expect(answers()).toEqual(expected);
      buildIndex(found);
      expect(answers()).toEqual(expected);
    });
  });

  test('and each query of this file finds something in them, but not everything', async () => {
    const counts = QUERIES.map(() => 0);
    let all = 0;
    const isEnough = (path: string) => !path.includes('interventions') || path.includes('drop');
    for (const path of goldenRecordings().filter(isEnough).slice(0, 13))
      await opened(path, (found) => {
        all += found.summary.total;
        for (const [index, query] of QUERIES.entries())
          counts[index] = (counts[index] ?? 0) + inSql(found, readFilter(query, compileRegex)).length;
      });
    expect(QUERIES.filter((_, index) => counts[index] === 0 || counts[index] === all)).toEqual([]);
  });
});

describe('tool: means what was made for a call, too', () => {
  const call = (sessionId: string, toolCallId: string, status: string) =>
    JSON.stringify({ sessionId, update: { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, status } });
  const said = (sessionId: string, text: string) =>
    JSON.stringify({ sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } });
  const read = (id: number, sessionId: string) => `
    < ${id} fs/read_text_file {"sessionId":"${sessionId}","path":"/a"}
    > ${id} ok {"content":""}`;
  const batched = (...params: readonly string[]) =>
    `< | [${params.map((each) => `{"jsonrpc":"2.0","method":"session/update","params":${each}}`).join(',')}]`;
  const cases = [
    {
      what: 'reads, writes and permission requests',
      file: 'recordings/real/gemini-0.61.0/edit.acp.jsonl',
      means: { 'tool:"notes.txt: status*"': [22, 23, 24, 25, 26, 27, 28] },
    },
    {
      what: 'while it was the only one at work',
      file: `
        < session/update ${call('s', 'a', 'in_progress')} ${read(1, 's')}
        < session/update ${call('s', 'b', 'in_progress')} ${read(2, 's')}`,
      means: { 'tool:a': [0, 1, 2], 'tool:b': [3], '-tool:*': [4, 5] },
    },
    {
      what: 'in its session',
      file: `
        < session/update ${call('s', 'a', 'in_progress')}
        < session/update ${call('s2', 'a', 'in_progress')} ${read(1, 's')} ${read(2, 's2')}`,
      means: { 'tool:a': [0, 1, 2, 3, 4, 5], 'tool:a session:s': [0, 2, 3], 'tool:a session:s2': [1, 4, 5] },
    },
    {
      what: 'and the first call that a batch names',
      file: `
        ${batched(call('s', 'a', 'in_progress'), call('s', 'b', 'completed'))} ${read(1, 's')}
        < session/update ${call('s', 'a', 'completed')}`,
      means: { 'tool:a': [0, 1, 2, 3], 'tool:b': [] },
    },
    {
      what: 'and no text that a batch with the call began',
      file: `
        ${batched(said('s', 'one'), call('s', 'a', 'in_progress'))}
        < session/update ${said('s', 'two')}`,
      means: { 'tool:a': [0], '-tool:a': [1] },
    },
  ];

  test.each(cases)('$what', async ({ file, means }) => {
    await opened(file.endsWith('.jsonl') ? file : recordingFile(file), (found) => {
      const facts = factsOf(found);
      for (const [query, seqs] of Object.entries(means)) {
        const filter = readFilter(query, compileRegex);
        expect([query, inSql(found, filter), byPredicate(facts, filter)]).toEqual([query, seqs, seqs]);
      }
      const values = found.store.read.values(found.no, 'tool', 0, found.summary.total);
      const rows = found.store.read.rows(found.no, 0, found.summary.total);
      for (const { value, count } of values)
        expect(rows.filter(({ tool }) => tool && (tool.title ?? tool.id) === value)).toHaveLength(count);
    });
  });
});

/** One of every field and form. */
const QUERIES = [
  'method:session/*',
  'kind:request',
  '-kind:notification',
  'from:agent',
  'id:1',
  'session:*',
  'turn:1',
  'tool:*e*',
  'update:tool_call*',
  'status:completed',
  'status:ok dur:>1ms',
  'has:finding or has:pair',
  'has:intervention',
  '-has:inter*',
  'rule:*',
  'size:>1k',
  't:1s..2s',
  'seq:3..5',
  'text:error',
  'prompt',
  '/end_(turn|session)/i',
  'not (session:* or from:client)',
];

test('a filter sees only the recording it is asked about', async () => {
  const found = await importToMemory(recordingFile('> 1 a/b {"x":"bug"}\n< 1 ok {}', { id: 'one' }));
  const other = await importAlone(found.store, recordingFile('> 1 a/b {"x":"bug"}\n< | no json', { id: 'two' }));
  const matching = (query: string) =>
    [found, other].map(({ no }) => [...inSql({ ...found, no }, readFilter(query, compileRegex))]);
  expect(matching('bug')).toEqual([[0], [0]]);
  expect(matching('seq:0..9')).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(matching('has:error')).toEqual([[], [1]]);
  expect(matching('has:pair')).toEqual([[0, 1], []]);
  found.store.close();
});

test('a regex that nobody said how to compile is a bug of ours, and names it', async () => {
  await opened(recordingFile('> 1 a/b {}'), ({ store, no }) => {
    expect(() => store.filter.matching(no, readFilter('/a/', compileRegex))).toThrow(/useRegexes/);
  });
});

test('values are parameters: nothing in a filter is read as SQL', async () => {
  await opened(recordingFile(`> 1 a/b {"x":"' OR 1 --"}\n> 2 a/b {}`), (found) => {
    const matching = (query: string) => inSql(found, readFilter(query, compileRegex));
    expect(matching(`"' OR 1 --"`)).toEqual([0]);
    expect(matching(`method:"' OR 1 --"`)).toEqual([]);
    expect(matching(`id:"@f0"`)).toEqual([]);
  });
});
