import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { createRecordingDecoder } from '#core/recording/decode.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { header } from '../support/recording-file.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

const ajv = new Ajv2020({
  allErrors: false,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
});
const schema = JSON.parse(readFileSync('docs/recording.schema.json', 'utf8')) as { readonly $id: string };
ajv.addSchema(schema);
const validator = (name: 'header' | 'entry') => {
  const found = ajv.getSchema(`${schema.$id}#/$defs/${name}`);
  if (!found) throw new Error(`the schema has no ${name}`);
  return (line: unknown) => found(line) as boolean;
};
const [isHeader, isEntry] = [validator('header'), validator('entry')];

const HEADER = encodeHeader(header()).trim();

describe('the JSON Schema of a recording file', () => {
  const FUTURE = 'from-the-future.acp.jsonl';
  const files = globSync('recordings/**/*.acp.jsonl').filter((path) => !path.endsWith(FUTURE));

  test.each(files.toSorted())('takes every line of %s', (path) => {
    const [first = '', ...lines] = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(isHeader(JSON.parse(first))).toBe(true);
    expect(lines.filter((line) => !isEntry(JSON.parse(line)))).toEqual([]);
  });

  test('takes what acptap writes', () => {
    const entries = parseTranscript(`
      = spawn {"pid":1}
      > 0 initialize {}
      < | no JSON
      ! words
      = exit {"code":0,"signal":null}`);
    expect(isHeader(JSON.parse(encodeHeader(header({ name: 'n', comments: ['c'], interventions: true }))))).toBe(true);
    expect(entries.map((entry) => isEntry(JSON.parse(encodeEntry(entry))))).toEqual(entries.map(() => true));
  });

  test.each([
    ['a header without a format', '{"id":"x"}'],
    ['a later format', readFileSync(`recordings/formats/${FUTURE}`, 'utf8').split('\n')[0] ?? ''],
    ['a name that is not text', '{"acptap":1,"name":7}'],
    ['an empty id', '{"acptap":1,"id":""}'],
    ['a start that is no date', '{"acptap":1,"startedAt":"yesterday"}'],
    ['a command that is one text', '{"acptap":1,"command":"gemini"}'],
  ])('refuses %s', (_what, line) => {
    expect(isHeader(JSON.parse(line))).toBe(false);
  });

  test.each([
    ['an entry of nobody', '{"t":1,"json":{}}'],
    ['an entry of a third side', '{"t":1,"from":"editor","json":{}}'],
    ['an entry without bytes', '{"t":1,"from":"agent"}'],
    ['an entry with two bodies', '{"t":1,"from":"agent","json":{},"text":""}'],
    ['stderr as JSON', '{"t":1,"from":"stderr","json":{}}'],
    ['a time before the start', '{"t":-1,"from":"agent","json":{}}'],
    ['a time in parts', '{"t":1.5,"from":"agent","json":{}}'],
    ['bytes that are no base64', '{"t":1,"from":"agent","base64":"?"}'],
    ['an exit without a code', '{"t":1,"event":"exit"}'],
    ['a header among the entries', HEADER],
  ])('refuses %s', (_what, line) => {
    expect(isEntry(JSON.parse(line))).toBe(false);
  });

  test.each(['{"id":"x"}', '{"acptap":1,"id":""}', '{"acptap":1,"startedAt":"yesterday"}'])(
    'refuses the header %s as acptap does',
    (line) => {
      expect(() => createRecordingDecoder().header(line)).toThrow('recording');
      expect(isHeader(JSON.parse(line))).toBe(false);
    },
  );
});
