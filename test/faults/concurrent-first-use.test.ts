import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { rounds } from '../support/effort.ts';
import { answerOf, peer, start } from '../support/processes.ts';

/** With SQLite's locks alone, four of a hundred first uses by two processes at once failed. */
const DATABASES = rounds(15, 300);

test('a database that a recorder and a command create at the same moment is created once, without an error', async () => {
  const folder = temporaryFolder();
  const [node, ...words] = peer('open-databases', folder, String(DATABASES), String(Date.now() + 1500));
  const both = await Promise.all([1, 2].map(() => answerOf(start([node, '--conditions=acptap-source', ...words]))));
  expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toHaveLength(DATABASES);
});
