import { assert, asyncProperty, array, boolean, integer, record, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { VALUE_FIELDS, type RowQuery } from '#core/contract/timeline.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries, type RecordingQueries } from '#core/queries/recording-queries.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { delivered, soonAfter } from '../support/delivered.ts';
import { rounds } from '../support/effort.ts';
import { generatedTranscripts } from '../support/generated-transcript.ts';
import { WHOLE_CHAIN, WHOLE_V1, WHOLE_V2 } from '../support/whole-conversations.ts';
import { fileText, header, recordingFile, temporaryFile } from '../support/recording-file.ts';

const ports = {
  rest: async () => {},
  now: () => performance.now(),
  loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
};

const wanted = () => true;

/** Some frames were changed, some not delivered, some delivered late. */
const faulted = (transcript: string): string => {
  const entries = delivered(parseTranscript(transcript), (frame) => {
    if (frame.seq % 5 === 0) return { why: [{ kind: 'drop', fault: 'drop' }] };
    if (frame.seq % 5 === 1)
      return { elapsed: soonAfter(frame), bytes: encodeUtf8('other'), why: [{ kind: 'corrupt' }] };
    return frame.seq % 5 === 2 ? { elapsed: soonAfter(frame, 50_001), why: [{ kind: 'delay' }] } : undefined;
  });
  return temporaryFile(fileText(entries, header({ interventions: true })));
};

/** All answers about a recording, without revisions and sizes: only a database has them. */
async function everything(recording: RecordingQueries, total: number, queries: readonly RowQuery[]) {
  const windows = [];
  for (const query of queries) windows.push(await recording.rows(query, wanted));
  const seqs = Array.from({ length: total }, (_, seq) => seq);
  return {
    summary: { ...recording.summary(), size: null },
    windows: windows.map((window) => ({ ...window, revision: 0 })),
    values: await Promise.all(VALUE_FIELDS.map((field) => recording.values(field, wanted))),
    turns: recording.turns(),
    findings: await recording.findings('', wanted),
    overview: { ...(await recording.overview('kind:request', 50, wanted)), revision: 0 },
    next: await recording.seek({ q: 'from:agent', from: 1, step: 1, wrap: true }, wanted),
    entries: seqs.map((seq) => recording.entry(seq)),
    bytes: seqs.map((seq) => Buffer.concat([...(recording.bytes(seq) ?? [])]).toString()),
    conversation: { ...(await recording.conversation(WHOLE, wanted)), revision: 0 },
    card: await recording.seekCard({ session: undefined, q: '', text: 'E', from: 9, step: 1 }, wanted),
    report: await recording.report(),
    stats: await recording.stats(),
    info: await recording.info(),
    steps: await recording.steps(wanted),
    files: await recording.files({ q: '', folder: '', from: 0, count: 100 }, wanted),
    operations: await recording.operations({ path: '/home/me/app/a.ts', q: 'from:agent', from: 0, count: 9 }, wanted),
    shared: await recording.share({ as: 'markdown', of: 'filter', q: '', seq: null, redact: true }, wanted),
  };
}

const WHOLE = { session: undefined, q: '', at: { from: 0 }, count: 100 } as const;

const numbers = subarray(Array.from({ length: 12 }, (_, no) => no));
const folded = record({ opened: numbers, collapsed: numbers, around: integer({ min: 0, max: 30 }) }).map(
  ({ opened, collapsed, around }): RowQuery => ({
    view: 'folded',
    q: '',
    opened,
    collapsed,
    at: { around },
    count: 30,
  }),
);

/** Whole conversations, with queries that open and collapse different rows. */
const withAndWithoutFaults = (transcript: string): [string, RowQuery[], boolean][] =>
  [false, true].map((isFaulted) => [
    transcript,
    [
      { view: 'folded', q: '', opened: [7, 11, 12], collapsed: [], at: { from: 3 }, count: 20 },
      { view: 'folded', q: 'from:agent', opened: [7, 11], collapsed: [2], at: { around: 25 }, count: 10 },
      { view: 'raw', q: 'has:finding or dur>1s', opened: [], collapsed: [], at: { around: 9 }, count: 30 },
    ],
    isFaulted,
  ]);

test('a recording is the same in memory as in a database, whatever is in it', async () => {
  await assert(
    asyncProperty(
      generatedTranscripts(),
      array(folded, { minLength: 3, maxLength: 3 }),
      boolean(),
      async (transcript, queries, isFaulted) => {
        const found = await importToMemory(isFaulted ? faulted(transcript) : recordingFile(transcript));
        try {
          const memory = createMemory(found.store.read.header(found.no));
          memory.apply(found.store.read.entries(found.no));
          const { store, no, summary } = found;
          const { of } = createQueries(ports);
          const inMemory = await everything(of(memorySource(memory.finish(), 'memory')), summary.total, queries);
          expect(inMemory).toEqual(await everything(of(storeSource(store, no, 'store')), summary.total, queries));
        } finally {
          found.store.close();
        }
      },
    ),
    { numRuns: rounds(10, 100), examples: [WHOLE_V1, WHOLE_V2, WHOLE_CHAIN].flatMap(withAndWithoutFaults) },
  );
});
