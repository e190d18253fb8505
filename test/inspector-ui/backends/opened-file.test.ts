import { readFileSync } from 'node:fs';
import { setImmediate as rest } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RowQuery } from '#core/contract/timeline.ts';
import { seqOf } from '#core/units.ts';
import { goldenRecordings } from '../../../scripts/golden-text.ts';
import { page, picked } from '../file-page.ts';

const { signal: wanted } = new AbortController();

describe('an opened file', () => {
  const HEADER =
    '{"acptap":1,"id":"x","startedAt":"2026-11-21T12:00:00.000Z","command":[],"cwd":"/","redacted":true}\n';

  test.each([
    ['not-a-recording.jsonl', '{"a":1}\n', 'not a recording: line 1 is a JSON object without a format number'],
    ['empty.jsonl', '', 'the file is empty'],
    ['text.jsonl', 'hello\n', 'not a recording: line 1 is no JSON object: "hello"'],
    ['newer.jsonl', HEADER.replace('1', '99'), 'the recording has format 99, this acptap reads up to 1'],
    ['damaged.jsonl', `${HEADER}{"t":1,"event":"spawn"}\n\n{"t":\n`, 'line 4 of the recording is not JSON'],
    ['bytes.jsonl', Uint8Array.of(0x7b, 0xff, 0x0a), 'not a recording: line 1 is binary data'],
    [
      'deep.jsonl',
      `${HEADER}{"t":1,"from":"agent","json":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`,
      'line 2 of the recording has a "json" that is nested too deeply',
    ],
  ])('that is not a recording is rejected with the reason: %s', async (name, content, problem) => {
    const { files: opening, backend } = page();
    expect(await opening.open(picked(name, content))).toBeUndefined();
    expect(opening.opening.value).toMatchObject([{ name, problem: expect.stringContaining(problem) as string }]);
    expect(await backend.recordings()).toEqual([]);
    opening.dismiss(name);
    expect(opening.opening.value).toEqual([]);
  });

  test('is in the list of recordings until it is closed, with an event for both', async () => {
    const { files: own, backend } = page();
    const told: unknown[] = [];
    backend.listen((event) => told.push(event.kind));
    expect(await own.open(picked('one.acp.jsonl', HEADER))).toBe('file:one.acp.jsonl');
    expect((await backend.recordings()).map(({ id }) => id)).toEqual(['file:one.acp.jsonl']);
    expect([...own.opened.value]).toEqual([['file:one.acp.jsonl', 'one.acp.jsonl']]);
    own.close('file:one.acp.jsonl');
    expect(await backend.recordings()).toEqual([]);
    expect([told, own.opened.value.size]).toEqual([['recordings', 'removed'], 0]);
  });

  test('is read again when it is opened again, beside other files', async () => {
    const { files: own, backend } = page();
    await own.open(picked('one.acp.jsonl', HEADER));
    await own.open(picked('two.acp.jsonl', HEADER));
    await own.open(picked('one.acp.jsonl', `${HEADER}{"t":5,"event":"spawn","pid":1}\n`));
    expect((await backend.recordings()).map(({ id, total }) => [id, total])).toEqual([
      ['file:one.acp.jsonl', 1],
      ['file:two.acp.jsonl', 0],
    ]);
  });

  test('with the name of another recording stands beside it, and its own later state replaces it', async () => {
    const { files: opened, backend } = page();
    const [one = '', two = ''] = goldenRecordings().map((path) => readFileSync(path, 'utf8'));
    const ids: unknown[] = [];
    for (const content of [one, two, two, one]) ids.push(await opened.open(picked('a.acp.jsonl', content)));
    expect(ids).toEqual(['file:a.acp.jsonl', 'file:a.acp.jsonl (2)', 'file:a.acp.jsonl (2)', 'file:a.acp.jsonl']);
    expect([...opened.opened.value.values()]).toEqual(['a.acp.jsonl', 'a.acp.jsonl (2)']);
    expect((await backend.recordings()).length).toBe(2);
  });

  test('yields to the page while it is read, reports progress, and stops when it is closed', async () => {
    const lines = Array.from({ length: 300 }, (_, t) => `{"t":${t},"event":"x"}\n`).join('');
    let time = 0;
    let rests = 0;
    const { files: own } = page({
      now: () => (time += 10),
      rest: () => {
        rests += 1;
        if (rests === 5) own.dismiss('slow.acp.jsonl');
        return rest();
      },
    });
    const counts: number[] = [];
    own.opening.subscribe((opening) => counts.push(...opening.map(({ entries }) => entries)));
    expect(await own.open(picked('slow.acp.jsonl', HEADER + lines))).toBeUndefined();
    expect(own.opening.value).toEqual([]);
    expect(rests).toBe(5);
    expect(counts.length).toBeGreaterThan(4);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  });

  test('with __proto__ in it changes no object', async () => {
    const { files: own, backend } = page();
    const json =
      '{"jsonrpc":"2.0","method":"_x","params":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    const text = JSON.stringify(`${json}\n`);
    await own.open(
      picked(
        'p.acp.jsonl',
        `${HEADER}{"t":1,"from":"agent","text":${text},"__proto__":{"polluted":1}}\n{"t":2,"event":"__proto__","__proto__":{"polluted":1}}\n`,
      ),
    );
    expect(await backend.rows('file:p.acp.jsonl', ROWS, wanted)).toMatchObject({ total: 2 });
    expect((await backend.entry('file:p.acp.jsonl', seqOf(0), wanted)).text).toBe(`${json}\n`);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

const ROWS: RowQuery = { view: 'folded', q: '', opened: [], collapsed: [], at: { from: 0 }, count: 10 };
