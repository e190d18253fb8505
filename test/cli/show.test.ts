import { assert, constantFrom, jsonValue, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { FINDINGS_SHOWN, type FindingsShown } from '../../proxy/cli/render/findings-shown.ts';
import { layOutJson, lineAt } from '../../proxy/cli/render/json-lines.ts';
import { plain } from '../../proxy/cli/render/paint.ts';
import { renderEntry } from '../../proxy/cli/render/show-entry.ts';
import { renderHeader } from '../../proxy/cli/render/show.ts';
import { renderReport } from '../../proxy/cli/render/report-text.ts';
import { createRowPrinter } from '../../proxy/cli/render/show-rows.ts';
import { wrap } from '../../proxy/cli/render/wrap.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

/** A note in entry 1 (no agentInfo), an error in entries 4 and 5 (answered before), one in entry 6 (no such kind of update). */
const BROKEN = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  < 1 ok {"sessionId":"s"}
  < 1 ok {"sessionId":"s"}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"config_options_update","configOptions":[]}}
  = exit {"code":0,"signal":null}`;

async function opened(transcript: string, columns?: number) {
  const { store, no, summary } = await importToMemory(recordingFile(transcript));
  const rows = store.read.rows(no, 0, summary.total);
  const findings = new Map(rows.map(({ seq }) => [seq, store.read.findingsAt(no, seq)]));
  const bytes = rows.map(({ seq }) => store.read.entryBytes(no, seq) ?? new Uint8Array());
  store.close();
  const around = { row: (seq: number) => rows[seq], paint: plain, columns };
  return { rows, bytes, around, findingsAt: (seq: number) => findings.get(seq) ?? [] };
}

/** The output of `show` for each entry. */
async function shown(how: FindingsShown, columns?: number): Promise<readonly string[]> {
  const { rows, around, findingsAt } = await opened(BROKEN, columns);
  return rows.map(createRowPrinter(how, { ...around, findingsAt }));
}

describe('findings in show', () => {
  test('are written out below their entry where they are errors, and are tags where they are notes', async () => {
    const printed = await shown('auto');
    expect(printed[1]).toMatch(/^[^\n]* {2}\[note: initialize\/peers-introduce-themselves\]\n$/);
    expect(printed[4]).toBe(
      [
        '     #4     0.005 s  < session/new                   id 1  ok  s',
        '        error  jsonrpc/response-comes-once  (fault of the agent)',
        '          session/new with id 1 has been answered before',
        '          where:    /id',
        '          seen:     another result',
        '          expected: one response',
        '          see also: #2 > session/new  id 1  /work',
        '          see also: #3 < session/new  id 1  ok  s  (1.0 ms)',
        '          required: A request is answered once: with a result or with an error, and nothing after that.',
        '          peers:    The first answer counts. The TypeScript SDK logs the second as one to an unknown request and drops it.',
        '          source:   https://www.jsonrpc.org/specification#response_object',
        '',
      ].join('\n'),
    );
  });

  test('of one rule show its requirement only once', async () => {
    const printed = await shown('auto');
    expect(printed[5]).toContain('has been answered before\n');
    expect(printed[5]).not.toContain('required:');
    expect(printed[6]).toContain('required:');
  });

  test.each([
    ['auto', ['note'], ['error']],
    ['full', [], ['note', 'error']],
    ['tags', ['note', 'error'], []],
    ['none', [], []],
  ] satisfies [FindingsShown, string[], string[]][])(
    '--findings %s: %j as tags, %j below',
    async (how, tags, blocks) => {
      const printed = (await shown(how)).join('');
      expect([...new Set(printed.match(/(?<=\[)(?:error|note)(?=: )/g))].toSorted().toReversed()).toEqual(tags);
      expect([...new Set(printed.match(/(?<=^ {8})(?:error|note)(?= {2})/gm))].toSorted().toReversed()).toEqual(blocks);
      expect(FINDINGS_SHOWN).toContain(how);
    },
  );

  test('are broken between words to fit a terminal, and addresses are not broken', async () => {
    for (const columns of [60, 80, 140])
      for (const line of (await shown('full', columns)).flatMap((text) => text.split('\n').slice(1)))
        expect(line.length <= columns || /^ *(?:source: +|\w+ {2})?\S+$/.test(line), `${columns}: ${line}`).toBe(true);
    expect((await shown('full', 60)).join('')).toMatch(/required: .*\n {20}\S/);
  });

  test('wrapping loses no word', () => {
    expect(wrap('ab: ', 'one two three four five six', 28)).toEqual(['ab: one two three four five', '    six']);
    expect(wrap('a: ', 'one two')).toEqual(['a: one two']);
  });
});

describe('one entry whole', () => {
  const entry = async (transcript: string, seq: number) => {
    const { rows, bytes, around, findingsAt } = await opened(transcript);
    const [row, body] = [rows[seq], bytes[seq]];
    return row && body ? renderEntry(row, body, findingsAt(seq), around) : 'no such entry';
  };

  test('has its request or response, its JSON with the faulty place marked, and every finding', async () => {
    const text = await entry(BROKEN, 6);
    expect(text).toMatch(/^ {5}#6 .*session\/update .*\n {8}\d+ bytes · session s\n\n\{\n {2}"jsonrpc": "2.0",\n/);
    expect(text).toMatch(
      /\n {6}"sessionUpdate": "config_options_update",\n {6}\^ error: .*config_option_update\? {2}\[schema\/params-match\]\n {6}"configOptions": \[\]\n/,
    );
    expect(text).toMatch(
      /\}\n\n {8}error {2}schema\/params-match {2}\(fault of the agent\)\n[^]* {10}source: {3}https:/,
    );
    expect(await entry(BROKEN, 3)).toContain('        answers #2 > session/new  id 1  /work\n');
    expect(await entry(BROKEN, 2)).toContain('        answered in #3 < session/new');
  });

  test('is text if it is not JSON, and base64 if it is not text', async () => {
    expect(await entry('< | no \\x1b json', 0)).toContain('\n\nno \\x1b json\\x0a\n');
    expect(await entry('! warning', 0)).toContain('\n\nwarning\\x0a\n');
    expect(await entry('< | \\xff', 0)).toContain(`\n${Buffer.from([0xff, 0x0a]).toString('base64')}\n`);
    expect(await entry('= exit {"code":3,"signal":null}', 0)).toContain('"code": 3');
  });
});

describe('laid out JSON', () => {
  const laidOut = (json: string) =>
    layOutJson(json)
      .map(({ depth, text }) => '  '.repeat(depth) + text)
      .join('\n');

  test('is as JSON.stringify lays it out', () => {
    assert(
      property(jsonValue(), constantFrom(0, 3), (value, indent) => {
        expect(laidOut(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('keeps every token as it was written', () => {
    const json = '{"n":9007199254740993,"n":1.0e2,"s":"\\u0041\\/","__proto__":[ ],"":{ }}';
    expect(laidOut(json).replace(/\n */g, '').replaceAll('": ', '":')).toBe(json.replaceAll(' ', ''));
  });

  test.each([
    ['', '{'],
    ['/a', '"a": ['],
    ['/a/1', '{'],
    ['/a/1/b~1c', '"b/c": 2'],
    ['/a/2', '3'],
    ['/twice', '"twice": "second"'],
    ['/a/1/missing', '{'],
    ['/nothing/here', '{'],
  ])('has the value of the pointer %j in the line %j', (pointer, line) => {
    const lines = layOutJson('{"a":[1,{"b/c":2},3],"twice":"first","twice":"second"}');
    const found = lines[lineAt(lines, pointer)];
    expect(found?.text.replace(/,$/, '')).toBe(line);
    expect(pointer.startsWith(found?.pointer ?? 'none')).toBe(true);
  });

  test('works at any depth', () => {
    const depth = 20_000;
    expect(layOutJson(`${'['.repeat(depth)}1${']'.repeat(depth)}`)).toHaveLength(2 * depth + 1);
  });
});

describe('acptap show', () => {
  test('--entry shows one entry, as its bytes with --raw, as its line with --json', async () => {
    const file = recordingFile(BROKEN);
    const run = (...words: string[]) => acptap(temporaryFolder(), 'show', file, ...words);
    expect((await run('--entry', '6')).stdout).toContain('^ error: ');
    expect((await run('--entry', '3', '--raw')).stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}\n');
    const all = (await run('--json')).stdout.split('\n');
    expect((await run('--entry', '3', '--json')).stdout).toBe(`${all[3]}\n`);
  });

  test.each([
    [['--entry', '99'], 'the recording has entries 0 to 7'],
    [['--entry', '-1'], 'a whole number'],
    [['--entry', '1', '--filter', 'x'], '--filter'],
    [['--entry', '1', '--from', 'agent'], '--from'],
    [['--findings', 'some'], 'tags'],
  ])('%j is wrong usage', async (words, why) => {
    const { code, stdout, stderr } = await acptap(temporaryFolder(), 'show', recordingFile(BROKEN), ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });

  test.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: undefined, NO_COLOR: '1' }, false],
    [{ FORCE_COLOR: undefined, NO_COLOR: undefined }, false], // a pipe
  ])('with %j: colours are %s', async (env, colours) => {
    const { stdout } = await acptap({ home: temporaryFolder(), env }, 'show', recordingFile(BROKEN));
    expect(stdout.includes('\u{1b}[')).toBe(colours);
  });
});

test('show and check report a line of a live recording that has had no end for 2 s', async () => {
  const { store, summary: ended } = await importToMemory(recordingFile(BROKEN));
  store.close();
  const unfinished = [{ side: 'agent', bytes: 153, beginning: '{"id":\u001b…', t: 1_000_000 }] as const;
  const summary = { ...ended, state: 'live', waiting: [], unfinished } as const;
  const words = 'the agent has sent 153 bytes without a line end: {"id":\\x1b…';
  const printedAfter = (ms: number) => {
    const now = Date.parse(summary.startedAt) + ms;
    const judged = { findings: [], known: [], occasions: new Map(), troubles: [], rules: [], row: () => undefined };
    return [renderHeader(summary, now), renderReport({ ref: 'latest', ...judged, summary }, now)];
  };
  for (const text of printedAfter(3000)) expect(text).toContain(`\n${words}\n`);
  for (const text of printedAfter(2999)) expect(text).not.toContain('line end');
  expect(renderHeader({ ...summary, state: 'interrupted' })).not.toContain('line end');
});

describe('the head of a recording that ended with open requests', () => {
  const HUNG = `@0 > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
    @1000 < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
    @1500 > 1 session/new {"cwd":"/work","mcpServers":[]}
    @1600 < 1 ok {"sessionId":"s"}
    @2000 > 5 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go"}]}
    @1002000 < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}}}
    @31002000 = exit {"code":null,"signal":"SIGTERM"}`;
  const NEVER =
    'waited for the agent to answer session/prompt (#4) for 31.0 s; the agent was silent for the last 30.0 s; the agent was ended by SIGTERM';

  test('names them in show, with the length of the silence', async () => {
    const { stdout } = await acptap(temporaryFolder(), 'show', recordingFile(HUNG));
    expect(stdout).toContain(`\nnever answered: ${NEVER}\n`);
    const answered = HUNG.replace('= exit', '< 5 ok {"stopReason":"end_turn"}\n= exit');
    expect((await acptap(temporaryFolder(), 'show', recordingFile(answered))).stdout).not.toContain('never answered');
  });

  test('is the same in the database', async () => {
    const { store, summary } = await importToMemory(recordingFile(HUNG));
    store.close();
    expect(renderHeader(summary).trimEnd().split('\n').slice(3)).toEqual([`never answered: ${NEVER}`]);
  });

  test('is the head of the Markdown', async () => {
    const { stdout } = await acptap(temporaryFolder(), 'export', recordingFile(HUNG), '--format', 'markdown');
    const head = stdout.split('\n### ')[0]?.replaceAll('\\', '');
    expect(head).toMatch(/^## Never answered: waited for the agent to answer session\/prompt/);
    expect(head).toContain(`\n- Never answered: ${NEVER}\n`);
  });
});

test('rows of another session than the first one name it', async () => {
  const { rows, around, findingsAt } = await opened(`> 1 session/new {"cwd":"/work","mcpServers":[]}
    < 1 ok {"sessionId":"one"}
    > 2 session/prompt {"sessionId":"one","prompt":[{"type":"text","text":"Go"}]}
    > 3 session/prompt {"sessionId":"two","prompt":[{"type":"text","text":"Go"}]}`);
  const lines = rows.map(createRowPrinter('none', { ...around, findingsAt }));
  expect(lines.map((line) => /in (\w+)\n$/.exec(line)?.[1])).toEqual([undefined, undefined, undefined, 'two']);
});
