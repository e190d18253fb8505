import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { createFrameEditor } from '../../inspector-ui/state/live/frame-editor.ts';

/** An editor of a held frame whose judge answers when the test says so. */
function open(held: string) {
  const judged: { readonly line: string; readonly answer: (rules: readonly string[]) => void }[] = [];
  const delivered: string[] = [];
  const editor = createFrameEditor({
    load: async () => encodeUtf8(held),
    judge: (line) => {
      const { promise, resolve } = Promise.withResolvers<readonly FindingDetail[]>();
      judged.push({
        line: decodeUtf8(line) ?? '',
        answer: (rules) => resolve(rules.map((rule) => ({ rule }) as FindingDetail)),
      });
      return promise;
    },
    deliver: async (line) => {
      delivered.push(decodeUtf8(line) ?? '');
      return delivered.length === 1 ? 'it is gone' : undefined;
    },
  });
  return { editor, judged, delivered };
}

test('a held frame is laid out, unless that would change a token', async () => {
  const { editor } = open('{"a":[1]}\n');
  await expect.poll(() => editor.text.value).toBe('{\n  "a": [\n    1\n  ]\n}');
  const exact = open('{"a":9007199254740993,"a":1.0}\n');
  await expect.poll(() => exact.editor.text.value).toBe('{"a":9007199254740993,"a":1.0}');
});

test('while one text is judged, only the newest of those that follow waits, and findings are of the newest', async () => {
  const { editor, judged } = open('{}\n');
  await expect.poll(() => judged.length).toBe(1);
  for (const text of ['{"b":1}', '{"b":2}', '{ "b": 3 }']) editor.write(text);
  judged[0]?.answer(['old']);
  await expect.poll(() => judged.map(({ line }) => line)).toEqual(['{}\n', '{"b":3}\n']);
  expect(editor.findings.value).toEqual([]);
  judged[1]?.answer(['new']);
  await expect.poll(() => editor.findings.value).toEqual([{ rule: 'new' }]);
});

test('what is delivered is one line; why it was not is said until the next letter', async () => {
  const { editor, delivered } = open('{}\n');
  await expect.poll(() => editor.received.value).toBe('{}');
  editor.write('no\njson');
  expect(await editor.deliver()).toBe(false);
  expect([editor.problem.value, delivered]).toEqual(['A frame that is no JSON is one line.', []]);
  editor.write('{\n "c": 1 }');
  expect(editor.problem.value).toBe('');
  expect(await editor.deliver()).toBe(false);
  expect([editor.problem.value, delivered]).toEqual(['it is gone', ['{"c":1}\n']]);
  expect(await Promise.all([editor.deliver(), editor.deliver()])).toEqual([true, false]);
  expect(delivered).toHaveLength(2);
  editor.write(' ');
  expect(await editor.deliver()).toBe(false);
  expect(editor.problem.value).toBe('There is no frame yet.');
  editor.reset();
  expect(editor.text.value).toBe('{}');
});
