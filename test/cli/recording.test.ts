import { assert, asyncProperty } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompileRegex } from '#core/filter/filter.ts';
import { readFilter } from '#core/filter/parse.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { fileRecording } from '../../proxy/cli/recordings/file-recording.ts';
import type { Recording } from '../../proxy/cli/recordings/recording.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { storedRecording } from '../../proxy/cli/recordings/stored-recording.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { generatedTranscripts } from '../support/generated-transcript.ts';
import { fileText, recordingFile, temporaryFile } from '../support/recording-file.ts';
import { rounds, someOf } from '../support/effort.ts';

const compile: CompileRegex = compileRegex;

const QUERIES = [
  'has:finding',
  'tool:* dur:>0',
  'status:ok',
  'turn:1',
  '/text|"id"/',
  'has:pair -from:agent',
  'session',
];

/** Everything that commands ask. */
function answersOf(recording: Recording) {
  const { findings, occasions, summary, row } = recording.judge(catalogue);
  const some = recording.judge(catalogue.filter(({ id }) => id.startsWith('jsonrpc/')));
  const rows = [...recording.rows()];
  return {
    header: recording.header,
    summary: { ...recording.summary(), size: null }, // a file has none in a database
    entries: [...recording.entries()].map((entry) =>
      entry.kind === 'event' ? entry : { ...entry, bytes: Buffer.from(entry.bytes) },
    ),
    rows,
    backwards: rows.map(({ seq }) => recording.row(seq)).toReversed(),
    missing: recording.row(rows.length),
    found: rows.map(({ seq }) => recording.findingsAt(seq)),
    bytes: rows.map(({ seq }) => Buffer.from(recording.bytesAt(seq)).toString('latin1')),
    matching: QUERIES.map((query) => [query, ...recording.matching({ filter: readFilter(query, compile), compile })]),
    read: [undefined, ...QUERIES].map((query) => {
      const reading = recording.read(query === undefined ? query : { filter: readFilter(query, compile), compile });
      const shown = [...reading.portions()].flat();
      return [
        reading.isWhole(),
        reading.isCounted(),
        reading.matches(),
        reading.late(),
        ...shown.map((each) => ({ ...each, tool: null })),
      ];
    }),
    some: [...recording.rows(new Set([1, 3]))],
    stats: recording.stats(),
    judged: { findings, occasions: [...occasions], id: summary.id, version: summary.protocolVersion },
    // As `check` prints them, without the tool call of a row.
    excerpts: findings.map(({ seq }) => ({ ...row(seq), tool: null, findings: [] })),
    ofSome: { findings: some.findings, occasions: [...some.occasions] },
  };
}

async function bothOf(path: string, countedFirst?: number) {
  const { store, ...found } = await importToMemory(path);
  const stored = storedRecording(store, found, undefined, countedFirst);
  const file = await fileRecording(path);
  try {
    return [answersOf(file), answersOf(stored)];
  } finally {
    file.close();
    stored.close();
  }
}

describe('a file gives the same answers as its recording in the database', () => {
  test.each(someOf(goldenRecordings(), 24))('%s', async (path) => {
    const [file, stored] = await bothOf(path);
    expect(file).toEqual(stored);
  });

  test.each(someOf(goldenRecordings(), 48))('also in parts, as a long recording is read: %s', async (path) => {
    const [file, stored] = await bothOf(path, 0);
    expect(file).toEqual(stored);
  });

  test('a long recording has its first rows before all matches are counted, and stops at the limit', async () => {
    const { store, ...found } = await importToMemory('recordings/examples/demo.acp.jsonl');
    const stored = storedRecording(store, found, undefined, 0);
    const reading = stored.read({ filter: readFilter('kind:notification', compile), compile });
    const shown = [...reading.portions(3)].flat();
    expect(shown).toHaveLength(3);
    expect({ isWhole: reading.isWhole(), isCounted: reading.isCounted() }).toEqual({ isWhole: true, isCounted: false });
    expect(reading.matches()).toBeGreaterThan(3);
    stored.close();
  });

  test('whatever was recorded', async () => {
    await assert(
      asyncProperty(generatedTranscripts(), async (transcript) => {
        const [file, stored] = await bothOf(recordingFile(transcript));
        expect(file).toEqual(stored);
      }),
      { numRuns: rounds(5, 100) },
    );
  });

  test('where it is cut in its last line', async () => {
    const [read, stored] = await bothOf(
      temporaryFile(`${fileText([])}\n{"t":3,"from":"agent","json":1}\n\n{"t":4,"from":"age`),
    );
    expect(read).toEqual(stored);
    expect(read?.rows.map(({ summary }) => summary)).toEqual([
      '1',
      expect.stringContaining('the file ends in the middle of line 5'),
    ]);
  });

  test('however its lines are written', async () => {
    const [header = ''] = fileText([]).split('\n');
    const file = [
      header,
      '',
      '{"t":1,"from":"client","json":{"jsonrpc":"2.0","id":1,"method":"_é"}}',
      '{ "t": 2, "from": "agent", "json": { "jsonrpc": "2.0", "id": 1, "result": -0 } }\r',
      '{"t":3,"from":"agent","json":{"2":"later","1":"é"}}',
      '{"ünknown":"é","t":4,"from":"agent","json":{"jsonrpc":"2.0","method":"_ä"}}',
      '{"json":1,"t":5,"from":"client"}',
      '{"t":6,"from":"client","json":[{"jsonrpc":"2.0","id":2,"method":"_a"}]}',
      '{"t":7,"from":"stderr","json":"out"}',
      '{"t":8,"from":"agent","json":"}"}',
      '{"t":9,"from":"agent","json":1,"n":21}',
      `{"t":10,"from":"agent","json":{"text":"${'long '.repeat(200_000)}"}}`,
      '{"t":11,"from":"agent","json":{"a":{}}}  ',
      '{"from":"agent","json":{"of":"the same time"}}',
      '{"t":12,"event":"exit","code":0,"signal":null}',
    ].join('\n');
    const [read, stored] = await bothOf(temporaryFile(file));
    expect(read).toEqual(stored);
    expect(read?.bytes.slice(0, 4)).toEqual(
      [
        '{"jsonrpc":"2.0","id":1,"method":"_é"}\n',
        '{"jsonrpc":"2.0","id":1,"result":0}\n',
        '{"1":"é","2":"later"}\n',
        '{"jsonrpc":"2.0","method":"_ä"}\n',
      ].map((text) => Buffer.from(text).toString('latin1')),
    );
    expect(read?.bytes.slice(6, 9)).toEqual(['"out"\n', '"}"\n', '1\n']);
  });
});
