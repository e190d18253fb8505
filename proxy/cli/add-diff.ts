import type { Command } from 'commander';
import type { DiffOptions } from './commands/diff.ts';
import { REF } from './ref-help.ts';

/** Adds `diff` with its options. */
export function addDiff(acptap: Command): void {
  acptap
    .command('diff')
    .description('say what changed between two recordings, turn by turn; ids, paths and times of a run are no change')
    .argument('<a>', REF)
    .argument('<b>', 'the other one; the same one again with --turn 1:2')
    .option('--turn <n>', 'only this turn of both, or with 1:2 turn 1 of the first and turn 2 of the second')
    .option('--session <n>', 'only this session of both, counted from 1; or 1:2')
    .option('--json', 'print one JSON object')
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { diff } = await import('./commands/diff.ts');
      process.exitCode = await diff(a, b, options);
    });
}
