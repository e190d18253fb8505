import { expect, test } from 'vitest';
import { KEYS, keyName, toCommand } from '../../../../inspector-ui/state/page/commands.ts';

test.each([
  ['j', 'page', 'down'],
  ['ArrowUp', 'page', 'up'],
  ['ArrowUp', 'region', undefined],
  ['k', 'region', 'up'],
  ['j', 'typing', undefined],
  ['Escape', 'typing', undefined],
  ['Enter', 'page', 'open'],
  ['Enter', 'control', undefined],
  ['Enter', 'region', undefined],
  [' ', 'control', undefined],
  ['v', 'region', 'next-view'],
  ['2', 'page', 'view-conversation'],
  ['E', 'control', 'previous-error'],
  ['Shift+F10', 'page', 'menu'],
  ['Ctrl+f', 'typing', 'find'],
  ['Ctrl+c', 'page', undefined],
  ['Alt+ArrowLeft', 'page', undefined],
  ['constructor', 'page', undefined],
] as const)('%s on a %s means %s', (key, where, command) => {
  expect(toCommand({ key, where })).toBe(command);
});

test('every key has one command', () => {
  const keys = KEYS.flatMap(({ lines }) => lines.flatMap((line) => line.keys));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test.each([
  ['ArrowDown', '↓'],
  [' ', 'Space'],
  ['Ctrl+f', 'Ctrl F'],
  ['Shift+F10', 'Shift F10'],
  ['j', 'j'],
])('%j is printed as %s', (key, name) => {
  expect(keyName(key)).toBe(name);
});
