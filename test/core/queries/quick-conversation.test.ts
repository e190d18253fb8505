import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Card } from '#core/model/cards.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries } from '#core/queries/recording-queries.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../../support/recording-file.ts';

const EDIT = `
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Rename it"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit a","kind":"edit","locations":[{"path":"/w/a"}]}}
  < 7 fs/write_text_file {"sessionId":"s","path":"/w/a","content":"new"}
  > 7 ok {}
  < 2 ok {"stopReason":"end_turn"}`;

const isEdit = (card: Card) => card.kind === 'tool-call' && card.operations !== undefined;

/** Asks for the cards of a recording whose messages about files take `pauses` pauses of 100 ms to read. */
function asking(pauses: number) {
  const memory = createMemory(header());
  memory.apply(parseTranscript(EDIT));
  const source = memorySource(memory.finish(), 'r');
  let now = 0;
  const rest = async () => {
    now += 100;
    await setImmediate();
  };
  const queries = createQueries({ rest, now: () => now, loadRegexes: () => Promise.reject(new Error('no regex')) });
  const recording = queries.of({
    ...source,
    *fileMessages(next) {
      for (let left = next === 0 ? pauses : 0; left > 0; left--) {
        now += 100; // so that the reader lets other work run
        yield { messages: [], next };
      }
      yield* source.fileMessages(next);
    },
  });
  return async (quick: boolean) => {
    const query = { session: undefined, q: '', at: { from: 0 }, count: 50, quick };
    const window = await recording.conversation(query, () => true);
    return { isPartial: window?.isPartial ?? false, hasChanges: window?.cards.some(isEdit) };
  };
}

test('a quick query of a long recording shows its cards before the changes of files are read', async () => {
  const ask = asking(100);
  expect(await ask(true)).toEqual({ isPartial: true, hasChanges: false });
  expect(await ask(false)).toEqual({ isPartial: false, hasChanges: true });
  expect(await ask(true)).toEqual({ isPartial: false, hasChanges: true });
});

test('a quick query of a short recording has them at once', async () => {
  expect(await asking(0)(true)).toEqual({ isPartial: false, hasChanges: true });
});
