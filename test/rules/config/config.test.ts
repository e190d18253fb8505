import { expect, test } from 'vitest';
import { findingsIn } from '../../judge-transcript.ts';

const option = (id: string, ...values: readonly string[]) => ({
  id,
  name: id,
  type: 'select',
  currentValue: values[0],
  options: values.map((value) => ({ value, name: value })),
});
type Option = ReturnType<typeof option>;

const opened = (...configOptions: readonly Option[]) =>
  `> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n@100000 < 1 ok ${JSON.stringify({ sessionId: 'c', configOptions })}`;
const updated = (at: number, ...configOptions: readonly Option[]) =>
  `@${at} < session/update ${JSON.stringify({ sessionId: 'c', update: { sessionUpdate: 'config_option_update', configOptions } })}`;
const set = (at: number, id: number, configId: string, value: string) =>
  `@${at} > ${id} session/set_config_option ${JSON.stringify({ sessionId: 'c', configId, value })}`;

const NOT_OFFERED = ['config/value-was-offered error client'];

test('accepts a choice from a list that was replaced a moment ago', () => {
  const start = `${opened(option('model', 'a'))}\n${updated(1_000_000, option('model', 'b'))}\n${updated(1_001_000, option('model', 'c'))}`;
  expect(findingsIn(`${start}\n${set(1_010_000, 2, 'model', 'a')}`)).toEqual([]); // replaced twice in that moment
  expect(findingsIn(`${start}\n${set(2_000_000, 2, 'model', 'a')}`)).toEqual(NOT_OFFERED);
  expect(findingsIn(`${start}\n${set(2_000_000, 2, 'model', 'c')}`)).toEqual([]);
});

test('reports an unknown option once, whatever its value', () => {
  expect(findingsIn(`${opened(option('model', 'a'))}\n${set(1_000_000, 2, 'effort', 'high')}`)).toEqual([
    'config/option-was-offered error client',
  ]);
});

test('reports nothing before the first list', () => {
  expect(findingsIn('> 2 session/set_config_option {"sessionId":"s","configId":"model","value":"a"}')).toEqual([]);
});

test('reports a wrong current value once for each value', () => {
  const wrong = { ...option('model', 'a'), currentValue: 'x' };
  expect(
    findingsIn(
      `${opened(wrong)}\n${updated(1_000_000, wrong)}\n${updated(1_100_000, { ...wrong, currentValue: 'y' })}`,
    ),
  ).toEqual(['config/current-value-is-offered warning agent', 'config/current-value-is-offered warning agent']);
});

test('does not judge values of an option without a list', () => {
  expect(
    findingsIn(
      `${opened(option('model'))}\n${set(1_000_000, 2, 'model', 'a')}`.replace(
        '"name":"model",',
        '"name":"model","currentValue":"a",',
      ),
    ),
  ).toEqual([]);
});
