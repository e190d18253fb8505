import { assert, asyncProperty, array, integer, record, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { conversationWindow } from '#core/cards/window.ts';
import { VALUE_FIELDS, type RowQuery } from '#core/contract/timeline.ts';
import { entryOf, findingsOf, summaryOf, turnsOf, valuesOf } from '#core/queries/memory/answers.ts';
import { conversationSource } from '#core/queries/memory/conversation-source.ts';
import { createMemory, type Memory } from '#core/queries/memory/memory.ts';
import { timelineSource } from '#core/queries/memory/timeline-source.ts';
import { createTimeline as createTimelineOf } from '#core/rows/timeline.ts';
import { importToMemory, type Found } from '../../proxy/cli/recordings.ts';
import { createTimeline } from '../../proxy/server/timeline/timeline.ts';
import { generatedTranscripts } from '../support/generated-transcript.ts';
import { recordingFile } from '../support/recording-file.ts';

const ports = {
  rest: async () => {},
  now: () => performance.now(),
  loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
};

/** Everything that is asked of a database, asked of memory. */
async function inMemory(memory: Memory, queries: readonly RowQuery[]) {
  const timeline = createTimelineOf(ports);
  const keyed = { key: '', source: timelineSource(memory) };
  const windows = [];
  for (const query of queries) windows.push(await timeline.rows(keyed, query, () => true));
  const values = [];
  for (const field of VALUE_FIELDS) values.push(await valuesOf(memory, field, ports));
  return {
    summary: summaryOf(memory),
    windows: windows.map((window) => ({ ...window, revision: 0 })),
    values,
    turns: turnsOf(memory),
    findings: findingsOf(memory),
    entries: memory.entries.map(({ seq }) => entryOf(memory, seq)),
    conversation: { ...conversationWindow(conversationSource(memory), WHOLE), revision: 0 },
  };
}

async function inDatabase({ store, no, summary }: Found, queries: readonly RowQuery[]) {
  const timeline = createTimeline();
  const windows = [];
  for (const query of queries) windows.push(await timeline.rows({ store, no }, query, () => true));
  return {
    summary,
    windows: windows.map((window) => ({ ...window, revision: 0 })),
    values: await Promise.all(VALUE_FIELDS.map((field) => timeline.values({ store, no }, field))),
    turns: store.read.timeline.turns(no),
    findings: store.read.findings(no),
    entries: Array.from({ length: summary.total }, (_, seq) => store.read.detail(no, seq)),
    conversation: { ...store.read.conversation.window(no, WHOLE), revision: 0 },
  };
}

const WHOLE = { session: undefined, at: { from: 0 }, count: 100 } as const;

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

test('a recording is the same in memory as in a database, whatever is in it', async () => {
  await assert(
    asyncProperty(
      generatedTranscripts(),
      array(folded, { minLength: 3, maxLength: 3 }),
      async (transcript, queries) => {
        const found = await importToMemory(recordingFile(transcript));
        try {
          const memory = createMemory(found.store.read.header(found.no));
          memory.apply(found.store.read.entries(found.no));
          expect(await inMemory(memory.finish(), queries)).toEqual(await inDatabase(found, queries));
        } finally {
          found.store.close();
        }
      },
    ),
    { numRuns: 100 },
  );
});
