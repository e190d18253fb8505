import { expect, test } from 'vitest';
import { createShareWriter } from '#core/share/share-writer.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../../support/recording-file.ts';

test('a text for models reads texts again that are too many to hold, and writes the same', () => {
  const text = (word: string) => `${word} `.repeat(500_000);
  const chunk = (content: string) =>
    `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${content}"}}}`;
  const words = Array.from({ length: 8 }, (_, index) => `word${index}`);
  const entries = [...parseTranscript(words.flatMap((word) => [chunk(text(word)), `! ${text(word)}`]).join('\n'))];
  const readAgain = new Set<number>();
  const writer = createShareWriter('llm', {
    header: header(),
    entryAt(seq) {
      readAgain.add(seq);
      return entries[seq];
    },
    isSelected: () => true,
    selected: undefined,
  });
  for (const entry of entries) writer.apply(entry);
  const written = writer.text();
  expect(readAgain.size).toBeGreaterThan(0);
  const counts = words.map((word) => written.split(word).length);
  expect(counts[0]).toBeGreaterThan(500_000);
  expect(new Set(counts).size).toBe(1);
});
