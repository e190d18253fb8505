import { type Command, Option } from 'commander';
import { examples } from './help-examples.ts';
import { parseCount } from './option-values.ts';
import type { ExportOptions } from '../commands/export.ts';
import type { RedactOptions } from '../commands/redact.ts';
import { REF } from './ref-help.ts';
import { EXPORT_FORMATS } from '../render/export-formats.ts';

/** Adds `export`, and `redact`, which checks exported files. */
export function addExport(acptap: Command): void {
  acptap
    .command('export')
    .description('write a recording as an .acp.jsonl file, as a page that needs no server, or as text')
    .argument('<ref>', REF)
    .option('-o, --output <file>', 'file to write (default: stdout)')
    .addOption(
      new Option('--format <format>', 'form of the export, see below').choices(EXPORT_FORMATS).default('jsonl'),
    )
    .option('--filter <query>', 'for jsonl and mermaid: only entries that match; see acptap help filter')
    .option('--entry <n>', 'for markdown: the entry that the issue describes, by its number (12 for #12)', parseCount)
    .option('--canonical', 'for jsonl: leave out values that differ in every run: ids, folders, times, stderr')
    .option('--timing', 'with --canonical: keep the times, which replay --speed recorded needs')
    .option('--content', 'for otlp: with the texts of prompts, answers and tool calls')
    .option('--no-redact', 'keep secrets, home folders and user names (default: replace them)')
    .option('--dry-run', 'write nothing: list the place, rule and length of each value that would be replaced')
    .option('--reveal', 'with --dry-run, on a terminal: print the values, too')
    .option('--json', 'with --dry-run: one value a line, as JSON')
    .addHelpText(
      'after',
      `
jsonl     a recording file              llm       text for a language model
html      a page that needs no server   perfetto  times for a trace viewer
markdown  text of an issue              otlp      traces of OpenTelemetry, without contents
mermaid   a diagram
${examples(
  'acptap export latest -o latest.acp.jsonl',
  'acptap export latest --format html -o latest.html',
  'acptap export latest --format perfetto -o trace.json',
  'acptap export latest --format otlp -o traces.jsonl',
  'acptap export latest --dry-run',
)}`,
    )
    .action(async (ref: string, options: ExportOptions) => {
      const { exportRecording } = await import('../commands/export.ts');
      await exportRecording(ref, options);
    });

  acptap
    .command('redact')
    .description('list the remaining possible secrets in files, before you share them')
    .usage('--scan [options] <files...>')
    .argument('<files...>', 'recordings, exported pages, other text files; - for standard input')
    .option(
      '--scan',
      'look, change nothing; exit 1 when something looks like a secret, 2 when a file could not be scanned',
    )
    .option('--reveal', 'on a terminal: print the values, too')
    .option('--json', 'one value a line, as JSON: file, entry, place, rule, length')
    .addHelpText('after', examples('acptap redact --scan session.acp.jsonl'))
    .action(async (files: string[], options: RedactOptions) => {
      const { redact } = await import('../commands/redact.ts');
      process.exitCode = await redact(files, options);
    });
}
