import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { rounds } from '../support/effort.ts';
import { newPlace, type Seen } from './fault.ts';
import { faults } from './faults.ts';

const cases = faults
  .map(({ rounds: [gate, long], ...fault }) => ({ ...fault, count: rounds(gate, long) }))
  .filter(({ count }) => count > 0);

const ALLOWED = { complete: ['complete'], 'complete or gap': ['complete', 'gap'], none: ['none'] } as const;

/** How many of all rounds. */
const share = (rows: readonly (Seen | undefined)[], holds: (row: Seen) => boolean) =>
  `${rows.filter((row) => row && holds(row)).length}/${rows.length}`;

/** The command that runs all rounds of one row. */
const commandOf = (name: string) => `\`npm run test:faults -- -t "^${name} > leaves"\``;

/** A row of the table in docs/reliability.md. */
function rowOf(name: string, rows: readonly (Seen | undefined)[]): string {
  const kept = Object.entries(Object.groupBy(rows, (row) => row?.recording ?? 'not tested'));
  return [
    name,
    share(rows, ({ wire }) => wire === 'direct'),
    kept.map(([what, those = []]) => `${what} ${those.length}/${rows.length}`).join(', '),
    rows.reduce((sum, row) => sum + (row?.orphans ?? 0), 0),
    rows.reduce((sum, row) => sum + (row?.leftBehind.length ?? 0), 0),
    commandOf(name),
  ].join(' | ');
}

test('docs/reliability.md has a row for each fault, with the command that reproduces it', () => {
  const [, table = ''] = readFileSync('docs/reliability.md', 'utf8').split(/<!-- \/?table -->/);
  const rows = table.trim().split('\n').slice(2);
  const documented = rows.map((row) => row.split('|').map((cell) => cell.trim())).map((cells) => [cells[1], cells[6]]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(faults.map(({ name }) => [name, commandOf(name)])));
});

describe.each(cases)('$name', ({ name, count, recording, run }) => {
  const seen: (Seen | undefined)[] = [];
  afterAll(() => {
    if (rounds(0, 1) > 0 && seen.length > 0) process.stdout.write(`| ${rowOf(name, seen)} |\n`);
  });

  test.for(Array.from({ length: count }, (_, round) => round))(
    'leaves the wire untouched and every byte recorded or reported missing, round %i',
    async (round, { skip }) => {
      const found = await run(newPlace(), round);
      seen.push(found);
      skip(
        found === undefined,
        'NOT TESTED: this needs Linux, root, and the right to mount a tmpfs and to become another user',
      );
      expect(found).toEqual({ wire: 'direct', recording: expect.any(String) as string, orphans: 0, leftBehind: [] });
      expect(ALLOWED[recording]).toContain(found?.recording);
    },
  );
});
