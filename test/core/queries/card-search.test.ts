import { describe, expect, test } from 'vitest';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries } from '#core/queries/recording-queries.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../../support/recording-file.ts';

const said = (text: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`;

const RECORDING = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/a","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Rename the config"}]}
  ${said('I’ll up')}
  ${said('date the ')}
  ${said('CONFIG now.')}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit config.ts","kind":"edit","status":"completed"}}
  ${said('The config is done.')}
  < 2 ok {"stopReason":"end_turn"}
  > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Thanks"}]}
  < 3 ok {"stopReason":"end_turn"}`;

function searching(transcript = RECORDING) {
  let read = 0;
  const memory = createMemory(header());
  memory.apply(parseTranscript(transcript));
  const source = memorySource(memory.finish(), 'r');
  const queries = createQueries({
    rest: async () => {},
    now: () => 0,
    loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
  }).of({
    ...source,
    conversation: (query, matched) => {
      const window = source.conversation(query, matched);
      read += window.cards.length;
      return window;
    },
  });
  const seek = (text: string, from = -1, step: 0 | 1 | -1 = 1, q = '') =>
    queries.seekCard({ session: undefined, q, text, from, step }, () => true);
  return { seek, cardsRead: () => read };
}

describe('a search in the conversation', () => {
  test('finds a phrase that the agent wrote in several chunks, whatever the case', async () => {
    const { seek } = searching();
    expect(await seek('I’ll update the config')).toEqual({ seq: 5, ordinal: 1, count: 1 });
  });

  test('does not find names of members and of kinds, which no card shows', async () => {
    const { seek } = searching();
    for (const name of ['sessionUpdate', 'toolCallId', 'tool-call', 'agent_message_chunk'])
      expect([name, await seek(name)]).toEqual([name, { seq: null, ordinal: null, count: 0 }]);
  });

  test.each([
    ['from the start', -1, 1, 4, 1],
    ['back from the start', -1, -1, 9, 4],
    ['at a card', 5, 0, 5, 2],
    ['at a card, from an entry in its middle', 7, 0, 5, 2],
    ['after a card', 5, 1, 8, 3],
    ['before a card', 8, -1, 5, 2],
    ['before all hits', 2, 0, 4, 1],
    ['back, before all hits', 2, -1, 9, 4],
    ['after the last', 9, 1, 4, 1],
    ['after all hits', 11, 0, 4, 1],
  ] as const)('searches %s, around the end', async (_, from, step, seq, ordinal) => {
    const { seek } = searching();
    expect(await seek('config', from, step)).toEqual({ seq, ordinal, count: 4 });
  });

  test('searches only the cards that the filter shows', async () => {
    const { seek } = searching();
    expect(await seek('config', -1, 1, 'tool:*')).toEqual({ seq: 8, ordinal: 1, count: 1 });
  });

  test('reads all cards once for a text that gets longer, and for the steps from hit to hit', async () => {
    const { seek, cardsRead } = searching();
    await seek('conf');
    const all = cardsRead();
    await seek('config', 4, 0);
    await seek('config', 4, 1);
    await seek('config', 5, 1);
    expect(cardsRead() - all).toBe(4 + 3); // the hits again, and where each step starts
  });
});
