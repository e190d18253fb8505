import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { createFrameEditor } from '../../../../inspector-ui/state/live/frame-editor.ts';
import { settled } from '../../fakes.ts';

/** An editor of a held frame whose judge answers on a call of the test. */
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

test('a text that was written before the frame, the template or the end of a delivery arrives is kept', async () => {
  const { editor } = open('{"a":[1]}\n');
  editor.write('{"b":1}');
  await expect.poll(() => editor.received.value).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(editor.text.value).toBe('{"b":1}');
  const ports = { judge: async () => [], deliver: async () => undefined };
  const answer = createFrameEditor({ ...ports, template: async () => '{"id":1}' });
  answer.write('{"id":2}');
  await settled();
  expect(answer.text.value).toBe('{"id":2}');
  const next = createFrameEditor({ ...ports, isCleared: true });
  next.write('{"id":3}');
  const delivery = next.deliver();
  next.write('{"id":4}');
  expect([await delivery, next.text.value]).toEqual([true, '{"id":4}']);
  expect([await next.deliver(), next.text.value]).toEqual([true, '']);
});

test('a delivery that ends after the editor was closed closes nothing else', async () => {
  const { editor, delivered } = open('{}\n');
  await expect.poll(() => editor.received.value).toBe('{}');
  await editor.deliver();
  const second = editor.deliver();
  editor.close();
  expect([await second, delivered.length]).toEqual([false, 2]);
});

test('judges the newest text last and skips those between', async () => {
  const { editor, judged } = open('{}\n');
  await expect.poll(() => judged.length).toBe(1);
  for (const text of ['{"b":1}', '{"b":2}', '{ "b": 3 }']) editor.write(text);
  judged[0]?.answer(['old']);
  await expect.poll(() => judged.map(({ line }) => line)).toEqual(['{}\n', '{"b":3}\n']);
  expect(editor.findings.value).toEqual([]);
  judged[1]?.answer(['new']);
  await expect.poll(() => editor.findings.value).toEqual([{ rule: 'new' }]);
});

test('delivers one line, and shows why a delivery failed until the next letter', async () => {
  const { editor, delivered } = open('{}\n');
  await expect.poll(() => editor.received.value).toBe('{}');
  editor.write('no\njson');
  expect(await editor.deliver()).toBe(false);
  expect([editor.problem.value, delivered]).toEqual(['A frame that is not JSON is one line.', []]);
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

test('bytes are shown in hexadecimal digits and delivered exactly, and bytes that are not UTF-8 begin so', async () => {
  const delivered: number[][] = [];
  const editorOf = (held: readonly number[]) =>
    createFrameEditor({
      load: async () => Uint8Array.from(held),
      judge: async () => [],
      deliver: async (line) => void delivered.push([...line]),
    });
  const broken = editorOf([0x7b, 0xff, 0x0a]);
  await expect.poll(() => broken.text.value).toBe('7b ff 0a');
  broken.showBytes(false);
  expect([broken.isBytes.value, broken.problem.value]).toEqual([true, expect.stringContaining('not UTF-8')]);
  for (const wrong of ['7', '7g', '{}']) {
    broken.write(wrong);
    expect(await broken.deliver()).toBe(false);
    expect(broken.problem.value).toContain('hexadecimal');
  }
  broken.write('7B\n7d');
  expect(await broken.deliver()).toBe(true);
  const text = editorOf([0x7b, 0x7d, 0x0a]);
  await expect.poll(() => text.text.value).toBe('{}');
  text.showBytes(true);
  expect(text.text.value).toBe('7b 7d 0a');
  expect(text.received.value).toBe('7b 7d 0a');
  text.write('7b 20 7d 0a');
  text.showBytes(false);
  expect(text.text.value).toBe('{}');
  expect(await text.deliver()).toBe(true);
  expect(delivered).toEqual([
    [0x7b, 0x7d],
    [0x7b, 0x7d, 0x0a],
  ]);
});

test('an answer begins with a template, which was not received', async () => {
  const editor = createFrameEditor({
    template: async () => '{"id":1,"result":{}}',
    judge: async () => [],
    deliver: async () => undefined,
  });
  await expect.poll(() => editor.text.value).toContain('"result": {}');
  expect(editor.received.value).toBeUndefined();
});
