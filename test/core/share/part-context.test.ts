import { expect, test } from 'vitest';
import { createPartContext } from '#core/share/part-context.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

const RECORDED = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/a","mcpServers":[]}
  < 1 ok {"sessionId":"a"}
  > 2 session/new {"cwd":"/b","mcpServers":[]}
  < 2 ok {"sessionId":"b"}
  > 3 session/prompt {"sessionId":"a","prompt":[]}
  < session/update {"sessionId":"a","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}
  < 9 fs/read_text_file {"sessionId":"a","path":"/a/b"}
  > 9 ok {"content":""}
  < 3 ok {"stopReason":"end_turn"}
  > 4 session/prompt {"sessionId":"b","prompt":[]}
  ! a warning
  < 4 ok {"stopReason":"end_turn"}`;

function partOf(...selected: readonly number[]) {
  const context = createPartContext((seq) => selected.includes(seq));
  for (const entry of parseTranscript(RECORDED)) context.apply(entry);
  return context.seqs();
}

test.each([
  ['an update: its session, its turn', [7], [0, 1, 2, 3, 6, 7, 10]],
  ['an answer of the client: its request, too', [9], [0, 1, 2, 3, 6, 8, 9, 10]],
  ['the prompt of another session: nothing of the first one', [11], [0, 1, 4, 5, 11, 13]],
  ['stderr: only initialize', [12], [0, 1, 12]],
  ['nothing: only initialize', [], [0, 1]],
])('a part has %s', (_, selected, expected) => {
  expect(partOf(...selected)).toEqual(expected);
});

test('the whole is its own part', () => {
  const all = parseTranscript(RECORDED).map(({ seq }) => seq);
  expect(partOf(...all)).toEqual(all);
});
