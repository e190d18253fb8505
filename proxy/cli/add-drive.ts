import { Option, type Command } from 'commander';
import { milliseconds } from './arguments.ts';
import type { DriveOptions } from './commands/drive.ts';
import { REF } from './ref-help.ts';

/** Adds `drive` with its options. */
export function addDrive(acptap: Command): void {
  acptap
    .command('drive')
    .description('be the recorded client for a live agent, and say what it does differently')
    .argument('<ref>', REF)
    .argument('<command...>', "the agent's command, after --")
    .option(
      '--workspace <folder>',
      'let it work there: files are read and written, commands are run (default: as recorded)',
    )
    .option('--cwd', 'name the current folder as working directory (default: an empty temporary one)')
    .addOption(
      new Option('--permissions <policy>', 'how its permission requests are answered')
        .choices(['recorded', 'allow', 'reject'])
        .default('recorded'),
    )
    .addOption(
      new Option('--text <text>', 'exact: other words are a difference, too')
        .choices(['ignored', 'exact'])
        .default('ignored'),
    )
    .option('--timeout <ms>', 'how long the agent may be silent (default: 120000)', milliseconds)
    .option('--check', 'judge what passed by the rules; errors of the agent count')
    .option('--save <file>', 'keep what passed as a recording file, redacted')
    .option('--report <file>', 'write what was found as JSON')
    .option('--json', 'print one JSON object')
    .action(async (ref: string, command: string[], options: DriveOptions) => {
      const { drive } = await import('./commands/drive.ts');
      process.exitCode = await drive(ref, command, options);
    });
}
