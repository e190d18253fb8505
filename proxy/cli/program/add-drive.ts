import { Option, type Command } from 'commander';
import { examples } from './help-examples.ts';
import { parseMilliseconds } from './option-values.ts';
import type { DriveOptions } from '../commands/drive.ts';
import { REF } from './ref-help.ts';

/** Adds `drive` with its options. */
export function addDrive(acptap: Command): void {
  acptap
    .command('drive')
    .description('act as the recorded client for a live agent, and report what the agent does differently')
    .argument('<ref>', REF)
    .argument('<command...>', "the agent's command, after --")
    .option(
      '--workspace <folder>',
      'let the agent read and write files and run commands in this folder (default: it gets the recorded contents and outputs)',
    )
    .option('--cwd', 'use the current folder as working directory (default: an empty temporary folder)')
    .addOption(
      new Option('--permissions <policy>', 'how to answer permission requests')
        .choices(['recorded', 'allow', 'reject'])
        .default('recorded'),
    )
    .addOption(
      new Option('--text <text>', 'exact: other words in the texts of the agent are a difference')
        .choices(['ignored', 'exact'])
        .default('ignored'),
    )
    .option('--timeout <ms>', 'how long the agent may be silent, in milliseconds (default: 120000)', parseMilliseconds)
    .option('--check', 'check the agent by the rules; exit with 1 for an error')
    .option('--save <file>', 'write the new conversation as a recording file, redacted')
    .option('--report <file>', 'write the result as JSON')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      examples(
        'acptap drive latest -- gemini --acp',
        'acptap drive session.acp.jsonl --save new.acp.jsonl -- gemini --acp',
      ),
    )
    .action(async (ref: string, command: string[], options: DriveOptions) => {
      const { drive } = await import('../commands/drive.ts');
      process.exitCode = await drive(ref, command, options);
    });
}
