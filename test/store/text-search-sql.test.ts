import { array, assert, boolean, constantFrom, nat, oneof, property, record, string, tuple } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { SUMMARISED_BY_TEXT } from '../../proxy/store/search/text-search-sql.ts';
import { rounds } from '../support/effort.ts';
import { header } from '../support/recording-file.ts';

const texts = (): Arbitrary<string> =>
  oneof(
    constantFrom('Fix the bug', 'two\n  lines', 'tab\there', '"quoted" and \\', 'ÀÉÎ', 'İ and K', '404', '…', '·'),
    string({ unit: 'grapheme-ascii', maxLength: 20 }),
  );

const block = () =>
  oneof(
    texts().map((text) => ({ type: 'text', text })),
    texts().map((name) => ({ type: 'resource_link', name, uri: 'file:///a' })),
    texts().map((uri) => ({ type: 'resource', resource: { uri } })),
    texts().map((text) => ({ type: 'content', content: { type: 'text', text } })),
    texts().map((type) => ({ type })),
  );

/** Updates of these variants with any content. */
const updates = () =>
  record(
    {
      sessionUpdate: constantFrom(...SUMMARISED_BY_TEXT),
      content: oneof(block(), array(block(), { maxLength: 3 }), texts()),
      toolCallId: constantFrom('call-1', 'call-2'),
      title: oneof(texts(), nat()),
      status: oneof(constantFrom('pending', 'completed'), texts()),
    },
    { requiredKeys: ['sessionUpdate'] },
  );

/** A database that holds just this conversation. */
function stored<Result>(transcript: string, use: (store: Store, no: number) => Result): Result {
  const store = openStore(MEMORY);
  try {
    const { no } = store.write.begin(header());
    const fold = createFold();
    for (const entry of parseTranscript(transcript)) fold.apply(entry);
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    return use(store, no);
  } finally {
    store.close();
  }
}

test('an update is found by every piece of its summary, however that is written in its frame', () => {
  assert(
    property(array(tuple(updates(), boolean(), nat(), nat({ max: 12 })), { minLength: 1, maxLength: 20 }), (drawn) => {
      const transcript = drawn.map(([update, isEscaped]) => {
        const params = { sessionId: 's', update };
        return `< session/update ${isEscaped ? escaped(params) : JSON.stringify(params)}`;
      });
      const lost = stored(transcript.join('\n'), (store, no) =>
        drawn.flatMap(([, , at, length], seq) => {
          const letters = Array.from(store.read.rows(no, seq, 1)[0]?.summary ?? '');
          const from = at % Math.max(letters.length, 1);
          const text = letters.slice(from, from + length + 1).join('');
          return store.filter.matching(no, { kind: 'word', text }).includes(seq) ? [] : [{ seq, text }];
        }),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: rounds(15, 100) },
  );
});

/** The same JSON with the letters of its strings written as \u…. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(
    /"(?:[^"\\]|\\.)*"/g,
    (text) => `"${[...text.slice(1, -1).matchAll(/\\u....|\\.|[^]/g)].map(([piece]) => spelled(piece)).join('')}"`,
  );

const spelled = (piece: string): string =>
  piece.length > 1 ? piece : `\\u${piece.charCodeAt(0).toString(16).padStart(4, '0')}`;

test('a word that only the title of the tool call has is found at all of its updates, whole or with what follows it', () => {
  const transcript = `
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"1","title":"Rename  the\\nfile"}}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"1","status":"completed"}}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"file"}}}`;
  stored(transcript, (store, no) => {
    const matching = (text: string) => store.filter.matching(no, { kind: 'word', text });
    expect(matching('rename')).toEqual([0, 1]);
    expect(matching('rename the file')).toEqual([0, 1]);
    expect(matching('completed · rename')).toEqual([1]);
    expect(matching('renames')).toEqual([]);
  });
});

test('a word that occurs only in acptap’s summary of a frame is found', () => {
  const transcript = `
    < 1 fs/write_text_file {"sessionId":"s","path":"/a","content":"four"}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}`;
  stored(transcript, (store, no) => {
    expect(store.filter.matching(no, { kind: 'word', text: 'characters' })).toEqual([0]);
    expect(store.filter.matching(no, { kind: 'word', text: 'done' })).toEqual([1]);
  });
});

test('a line that is not UTF-8 has the summary of its bytes, not of a message', () => {
  const body = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"_craft/note","params":{"text":"caf'),
    Buffer.from([0xe9]),
    Buffer.from('"}}\n'),
  ]);
  const store = openStore(MEMORY);
  try {
    const { no } = store.write.begin(header());
    const fold = createFold();
    fold.apply({ kind: 'frame', seq: seqOf(0), elapsed: elapsedUs(0), from: 'agent', bytes: body });
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    const summary = store.read.rows(no, 0, 1)[0]?.summary ?? '';
    expect(summary).toContain('caf\uFFFD');
    const words = [' ', '404', 'caf\uFFFD', '"}}'];
    const found = words.filter((text) => store.filter.matching(no, { kind: 'word', text }).includes(0));
    expect(found).toEqual(words.filter((word) => summary.includes(word)));
  } finally {
    store.close();
  }
});
