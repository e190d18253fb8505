import { expect, test } from 'vitest';
import { toCommand } from '../../inspector-ui/state/commands.ts';

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
  ['v', 'region', 'view'],
  ['E', 'control', 'previous-finding'],
  ['constructor', 'page', undefined],
] as const)('%s on a %s means %s', (key, where, command) => {
  expect(toCommand({ key, modified: false, where })).toBe(command);
});

test('keys with Ctrl, Alt or Meta are the browser’s', () => {
  expect(toCommand({ key: 'f', modified: true, where: 'page' })).toBeUndefined();
});
