import type { Command } from 'commander';
import type { DiffOptions } from '../commands/diff.ts';
import { examples } from './help-examples.ts';
import { REF } from './ref-help.ts';

/** Adds `diff` with its options. */
export function addDiff(acptap: Command): void {
  acptap
    .command('diff')
    .description('compare two recordings, turn by turn; ids, paths and times that differ in every run are ignored')
    .argument('<a>', REF)
    .argument('<b>', 'the other recording, or the same again with --turn 1:2')
    .option('--turn <n>', 'compare only turn n of both; 1:2 compares turn 1 of A with turn 2 of B')
    .option('--session <n>', 'compare only session n of both, counted from 1; or 1:2')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples('acptap diff latest~1 latest', 'acptap diff session.acp.jsonl latest --turn 1'))
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { diff } = await import('../commands/diff.ts');
      process.exitCode = await diff(a, b, options);
    });
}
