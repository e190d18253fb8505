import { expect, test } from 'vitest';
import { createRedactor } from '#core/redaction/redact.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../support/recording-file.ts';
import { redactedEntries } from './redact-entries.ts';

const SESSION = parseTranscript(`
  > 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"my key is sk-ant-can"}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","content":[{"type":"content","content":{"type":"text","text":"a whole text"}}]}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"ary0123456789abcdef, and so on"}}}
  < 1 ok {"stopReason":"end_turn"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"on"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"sk-ant-canary0123"}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"456789abcdef"}}}
`);

/** The entries that a redactor reads again if it keeps at most this many characters. */
function readAgain(mostKept: number | undefined): readonly number[] {
  const read = new Set<number>();
  const redactor = createRedactor(
    header(),
    (seq) => {
      read.add(seq);
      return SESSION[seq];
    },
    mostKept,
  );
  for (const entry of SESSION) redactor.learn(entry);
  for (const entry of SESSION) redactor.entry(entry);
  return [...read].toSorted((one, other) => one - other);
}

test('masks a secret in two pieces that are not in memory any more', () => {
  const texts = redactedEntries(SESSION).map((entry) =>
    entry.kind === 'event' ? '' : new TextDecoder().decode(entry.bytes),
  );
  expect(texts[1]).toContain('my key is [redacted-1]"');
  expect(texts[3]).toContain('"text":", and so on"');
  expect(texts[6]).toContain('"[redacted-1]"');
  expect(texts[7]).toContain('"text":""');
});

test('reads the texts above the limit again, and none below it', () => {
  expect(readAgain(undefined)).toEqual([]);
  expect(readAgain(60)).toEqual([1, 3]);
  expect(readAgain(0)).toEqual([1, 2, 3, 6, 7]);
});
