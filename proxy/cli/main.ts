import { Command, CommanderError, Option } from 'commander';
import { AcptapError } from '#core/errors.ts';
import type { CheckOptions } from './commands/check.ts';
import type { ExportOptions } from './commands/export.ts';
import type { PreflightOptions } from './commands/preflight.ts';
import type { ShowOptions } from './commands/show.ts';
import { requireReaderNode } from '../recorder/node-version.ts';
import { addDiff } from './add-diff.ts';
import { addDrive } from './add-drive.ts';
import { addReplay } from './add-replay.ts';
import { collect, count, milliseconds, port } from './arguments.ts';
import { REF } from './ref-help.ts';
import { onBrokenStdout, ReaderGone, warn } from './output.ts';
import { EXPORT_FORMATS } from './render/export-formats.ts';
import { filterHelp } from './render/filter-help.ts';
import { FINDINGS_SHOWN } from './render/findings-shown.ts';
import { usageError } from './usage-error.ts';
import { version } from './version.gen.ts';

/** Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 70 a bug of ours, 141 (128 + SIGPIPE) the reader closed stdout. */
const USAGE = 2;
const BUG = 70;
const READER_GONE = 141;

type CheckWords = CheckOptions & PreflightOptions & { readonly preflight?: boolean };

/** Each action loads its command only when it is called: `list` does not wait for the web server's code. */
function program(): Command {
  const acptap = new Command('acptap')
    .description('Records, checks and replays what an editor and a coding agent say over the Agent Client Protocol.')
    .version(version)
    .helpCommand('help [command]', 'explain a command')
    .addHelpText(
      'after',
      '\nStart by putting "acptap run --" before the agent\'s command in the editor\'s settings, or with: acptap demo',
    );

  acptap
    .command('run')
    .description('run an agent and record what passes: acptap run [--name NAME] [--no-record] -- COMMAND…')
    .helpOption(false)
    .allowUnknownOption(); // entry.ts runs it before this is loaded; it is here for the help

  acptap
    .command('inspect')
    .description('open the inspector in the browser')
    .argument('[refs...]', `only these: ${REF}`)
    .option('--port <number>', 'port on 127.0.0.1 (default: 4747, or another one when that is taken)', port)
    .option('--no-open', 'print the link, do not open a browser')
    .option('--json', 'print {url, port, pid} as soon as it listens')
    .action(async (refs: string[], options: { port?: number; open: boolean; json?: boolean }) => {
      const { inspect } = await import('./commands/inspect.ts');
      await inspect(refs, options);
    });

  acptap
    .command('list')
    .description('list the recordings, newest first')
    .option('--json', 'one JSON array')
    .action(async (options: { json?: boolean }) => {
      const { list } = await import('./commands/list.ts');
      await list(options);
    });

  acptap
    .command('show')
    .description('show the entries of a recording')
    .argument('<ref>', REF)
    .option(
      '--filter <query>',
      'only entries that match, for example: method:session/* -kind:notification "not found"; see acptap help filter',
    )
    .addOption(new Option('--from <who>', 'only what one side wrote').choices(['client', 'agent', 'stderr']))
    .option(
      '--entry <n>',
      'one entry whole, by the number before its line, with the places that findings are about',
      count,
    )
    .addOption(
      new Option(
        '--findings <how>',
        'auto: errors and warnings below their entry, notes as tags; full: all below; tags: all in the line; none',
      )
        .choices(FINDINGS_SHOWN)
        .default('auto'),
    )
    .option('--raw', 'exact bytes: of one stream (with --from), or of one entry (with --entry)')
    .option('--json', 'one entry a line, as JSON')
    .action(async (ref: string, options: ShowOptions) => {
      const { show } = await import('./commands/show.ts');
      process.exitCode = await show(ref, options);
    });

  acptap
    .command('search')
    .description('look for something in all recordings, the newest first')
    .argument('<query>', 'a word, "some words", or any filter; see acptap help filter')
    .argument('[refs...]', `only in these: ${REF}`)
    .option('--limit <n>', 'print at most n entries; 0 for all (default: 20 of each recording, with --json all)', count)
    .option('--json', 'one entry a line, as show --json has it, with the recording')
    .action(async (query: string, refs: string[], options: { json?: boolean; limit?: number }) => {
      const { search } = await import('./commands/search.ts');
      process.exitCode = await search(query, refs, options);
    });

  acptap
    .command('stats')
    .description(
      'where the time went: turns, methods, tool calls, silences; tokens and cost where the agent reports them',
    )
    .argument('<ref>', REF)
    .option('--json', 'one JSON object; durations in microseconds')
    .action(async (ref: string, options: { json?: boolean }) => {
      const { stats } = await import('./commands/stats.ts');
      await stats(ref, options);
    });

  const topic = acptap.command('filter', { hidden: true }).action(() => void process.stdout.write(filterHelp()));
  topic.helpInformation = filterHelp; // acptap help filter

  acptap
    .command('check')
    .description('say which frames break the protocol, and whose fault it is')
    .argument('[refs...]', `${REF}; with --preflight, the agent's command after --`)
    .addOption(
      new Option('--format <format>', 'how to print')
        .choices(['text', 'json', 'junit', 'sarif', 'github'])
        .default('text')
        .conflicts('preflight'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--fail-on <grade>', 'exit 1 from this grade on')
        .choices(['error', 'warning', 'never'])
        .default('error')
        .conflicts('preflight'),
    )
    .addOption(
      new Option('--only <rule>', 'only this rule, or all of an area (framing); may be repeated')
        .argParser(collect)
        .default([])
        .conflicts('preflight'),
    )
    .addOption(
      new Option('--skip <rule>', 'not this rule, or none of an area; may be repeated')
        .argParser(collect)
        .default([])
        .conflicts('preflight'),
    )
    .addOption(
      new Option('--preset <preset>', 'strict: unknown names are errors; field: without notes')
        .choices(['default', 'strict', 'field'])
        .default('default')
        .conflicts('preflight'),
    )
    .addOption(
      new Option(
        '--baseline <file>',
        'let findings pass that an earlier --format json has; say when one of them is gone',
      ).conflicts('preflight'),
    )
    .addOption(
      new Option('--filter <query>', 'only findings about entries that match; see acptap help filter').conflicts(
        'preflight',
      ),
    )
    .option('--preflight', 'start an agent, open a session, and say whether the ACP registry would accept it')
    .option('--timeout <ms>', 'how long --preflight waits for each answer (default: 30000)', milliseconds)
    .action(async (words: string[], { preflight: isPreflight, ...options }: CheckWords, command: Command) => {
      if (isPreflight) {
        const { preflight } = await import('./commands/preflight.ts');
        process.exitCode = await preflight(words, options);
        return;
      }
      if (words.length === 0) command.error("error: missing required argument 'refs'");
      if (options.timeout !== undefined) throw new AcptapError('usage', '--timeout is for --preflight');
      const { check } = await import('./commands/check.ts');
      process.exitCode = await check(words, options.json ? { ...options, format: 'json' } : options);
    });

  acptap
    .command('rules')
    .description('list the rules, or explain one with its examples')
    .argument('[id]', 'a rule (framing/line-is-json) or an area (framing)')
    .option('--json', 'one JSON array')
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      const { rules } = await import('./commands/rules.ts');
      await rules(id, options);
    });

  addReplay(acptap);

  addDrive(acptap);

  addDiff(acptap);

  acptap
    .command('export')
    .description('write a recording as an .acp.jsonl file, as a page that needs nothing else, or as a text about it')
    .argument('<ref>', REF)
    .option('-o, --output <file>', 'where to (default: stdout)')
    .addOption(
      new Option(
        '--format <format>',
        'jsonl; html: one file that shows it, without a server; markdown: an issue; mermaid: a diagram; llm: text for a language model',
      )
        .choices(EXPORT_FORMATS)
        .default('jsonl'),
    )
    .option('--filter <query>', 'jsonl and mermaid: only entries that match; see acptap help filter')
    .option('--entry <n>', 'markdown: the entry that the issue is about', count)
    .option('--canonical', 'jsonl: without what differs from run to run: ids, folders, times, stderr')
    .option('--timing', 'with --canonical: keep the times, for replay at recorded speed')
    .option('--no-redact', 'keep secrets, home folders and user names (default: they are replaced)')
    .action(async (ref: string, options: ExportOptions) => {
      const { exportRecording } = await import('./commands/export.ts');
      await exportRecording(ref, options);
    });

  acptap
    .command('import')
    .description('take .acp.jsonl files into the database')
    .argument('<files...>', '.acp.jsonl files')
    .action(async (files: string[]) => {
      const { importRecordings } = await import('./commands/import.ts');
      await importRecordings(files);
    });

  acptap
    .command('rm')
    .description('remove recordings')
    .argument('<refs...>', REF)
    .action(async (refs: string[]) => {
      const { remove } = await import('./commands/rm.ts');
      await remove(refs);
    });

  acptap
    .command('demo')
    .description('see everything working: a small agent and client, recorded for real, in the inspector')
    .option('--once', 'print what was recorded and end')
    .option('--port <number>', 'port of the inspector', port)
    .option('--no-open', 'print the link, do not open a browser')
    .action(async (options: { once?: boolean; port?: number; open: boolean }) => {
      const { demo } = await import('./commands/demo.ts');
      await demo(options);
    });

  return acptap;
}

onBrokenStdout(() => process.exit(USAGE));
const acptap = program();
acptap.hook('preAction', (_program, command) => {
  if (command.name() !== 'list') requireReaderNode(); // that one has something to say before it asks
});
for (const command of [acptap, ...acptap.commands])
  command.exitOverride().configureOutput({
    outputError: (text, write) => write(usageError(text, command === acptap ? undefined : command.name())),
  });
try {
  await acptap.parseAsync();
} catch (cause) {
  if (cause instanceof CommanderError) {
    process.exitCode = cause.exitCode === 0 ? 0 : USAGE; // it has said why
  } else if (cause instanceof ReaderGone) {
    process.exitCode = READER_GONE;
  } else if (cause instanceof AcptapError) {
    warn(cause.message);
    process.exitCode = USAGE;
  } else {
    warn(`this is a bug in acptap, please report it: ${cause instanceof Error ? cause.stack : String(cause)}`);
    process.exitCode = BUG;
  }
}
