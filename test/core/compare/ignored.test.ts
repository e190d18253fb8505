import { describe, expect, test } from 'vitest';
import { IGNORED_MEMBERS, IGNORED_UPDATES, ignoredBy } from '#core/compare/ignored.ts';
import { allMethods } from '#core/protocol/methods.ts';

describe.each([
  ['members', IGNORED_MEMBERS, ['comparison', 'matching', 'branches']],
  ['updates', IGNORED_UPDATES, ['comparison', 'branches']], // never matched
])('the table of ignored %s', (_what, table, judges) => {
  test('has a reason wherever a judge compares what another ignores', () => {
    const isForAll = ({ by, methods }: (typeof table)[number]) => by.length === judges.length && !methods;
    expect(table.filter(({ others }) => others === undefined)).toEqual(table.filter(isForAll));
  });

  test('has each name once, and methods of ACP', () => {
    const names = table.flatMap((row) => row.names);
    expect(names).toEqual([...new Set(names)]);
    const methods = table.flatMap((row) => row.methods ?? []);
    expect(methods.filter((method) => !allMethods.includes(method))).toEqual([]);
  });
});

test('matching ignores some members only in calls of their methods', () => {
  expect([...ignoredBy('matching', IGNORED_MEMBERS)]).toEqual(['_meta']);
  expect([...ignoredBy('matching', IGNORED_MEMBERS, 'session/list')]).toEqual(['_meta', 'cwd']);
  expect([...ignoredBy('branches', IGNORED_MEMBERS)]).toContain('info');
});
