import { createReadStream } from 'node:fs';
import { assert, asyncProperty, constantFrom, integer, oneof } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { conversationWindow } from '#core/cards/conversation-window.ts';
import { MAX_WINDOW } from '#core/contract/timeline.ts';
import { printFilter } from '#core/filter/print.ts';
import type { Card } from '#core/model/cards.ts';
import { findingsOf } from '#core/memory/answers.ts';
import { conversationSource } from '#core/memory/memory-conversation.ts';
import { createMemory, type Memory } from '#core/memory/memory.ts';
import { timelineSource } from '#core/memory/memory-timeline.ts';
import { readRecording } from '#core/recording/read.ts';
import { createTimeline } from '#core/rows/timeline.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';
import { goldenRecordings } from '../../../scripts/golden-text.ts';
import { filters } from '../filter/generated.ts';
import { rounds, someOf } from '../../support/effort.ts';

const ports = { rest: async () => {}, now: () => performance.now(), loadRegexes: async () => compileRegex };
const isWanted = () => true;

async function readMemory(path: string): Promise<Memory> {
  const { header, entries } = await readRecording(createReadStream(path));
  const memory = createMemory(header);
  for await (const entry of entries) memory.apply([entry]);
  return memory.finish();
}

/** The results of a filter in each of the views that apply it. */
async function narrowed(memory: Memory, q: string) {
  const timeline = createTimeline(ports);
  const keyed = { key: '', source: timelineSource(memory) };
  const matching = new Set<number>();
  for (let from = 0, total = 1; from < total; from += MAX_WINDOW) {
    const at = { from };
    const query = { view: 'raw', q, opened: [], collapsed: [], at, count: MAX_WINDOW } as const;
    const window = await timeline.rows(keyed, query, isWanted);
    for (const { seq } of window?.rows ?? []) matching.add(seq);
    total = window?.total ?? 0;
  }
  const query = { session: undefined, at: { from: 0 }, count: Number.MAX_SAFE_INTEGER };
  const source = conversationSource(memory);
  const findings = await timeline.findings(keyed, q, isWanted);
  const conversation = await timeline.within(keyed, q, isWanted, (found) => conversationWindow(source, query, found));
  return { matching, findings, conversation, all: conversationWindow(source, query).cards };
}

/** The entries of a card: a prompt and a turn's end have one, other cards all of the group. */
function entriesOf({ meanings }: Memory, { part, kind, first, group }: Card): readonly number[] {
  if (part !== 'whole' || kind === 'prompt') return [first];
  return meanings.flatMap((meaning, seq) => (meaning.group === group ? [seq] : []));
}

/** The demo is one of the recordings. */
const DEMO = goldenRecordings().findIndex((path) => path.endsWith('demo.acp.jsonl'));

describe('a filter', () => {
  const recordings: Memory[] = [];
  beforeAll(async () => {
    for (const path of someOf(goldenRecordings(), 12, DEMO)) recordings.push(await readMemory(path));
  });

  const ranges = integer({ min: 0, max: 900_000 }).map((from) => `t:${from}us..${from + 250_000}us`);
  const queries = oneof(constantFrom('', 'kind:response', 'has:finding'), ranges, filters().map(printFilter));

  test('lists findings of the entries in the timeline, and conversation cards with such an entry', async () => {
    await assert(
      asyncProperty(constantFrom(...recordings.keys()), queries, async (index, q) => {
        const memory = recordings[index];
        if (!memory) throw new Error('there is one');
        const { matching, findings, conversation, all } = await narrowed(memory, q);
        expect(findings).toEqual(findingsOf(memory).filter(({ seq }) => matching.has(seq)));
        expect(conversation?.cards).toEqual(
          all.filter((card) => entriesOf(memory, card).some((seq) => matching.has(seq))),
        );
        expect(conversation?.unfiltered).toBe(all.length);
      }),
      { numRuns: rounds(50, 150) },
    );
  });

  test('that matches only the end of a turn shows the end, not its prompt', async () => {
    const demo = recordings.find(({ header }) => header.id === 'demo');
    if (!demo) throw new Error('the demo is a golden recording');
    const end = demo.turns[0]?.ended?.seq;
    const { conversation } = await narrowed(demo, `seq:${end}`);
    expect(conversation?.cards.map(({ kind, first }) => [kind, first])).toEqual([['turn-end', end]]);
  });
});
