import { Command, CommanderError, Option } from 'commander';
import { AcptapError } from '#core/errors.ts';
import type { CheckOptions } from './commands/check.ts';
import type { InspectOptions } from './commands/inspect.ts';
import type { PreflightOptions } from './commands/preflight.ts';
import type { ShowOptions } from './commands/show.ts';
import { requireReaderNode } from '../recorder/node-version.ts';
import { addDiff } from './add-diff.ts';
import { addDrive } from './add-drive.ts';
import { addExport } from './add-export.ts';
import { addHouse } from './add-house.ts';
import { addReplay } from './add-replay.ts';
import { addSetup } from './add-setup.ts';
import { expectedFailure } from './expected-failure.ts';
import { collectValues, parseCount, parseMilliseconds, parsePort } from './option-values.ts';
import { REF, STORED_REF } from './ref-help.ts';
import { onBrokenOutput, ReaderGoneError, warn } from './output.ts';
import { filterHelp } from './render/filter-help.ts';
import { FINDINGS_SHOWN } from './render/findings-shown.ts';
import { usageError } from './usage-error.ts';
import { RUN_USAGE } from '../shim/run-arguments.ts';
import { version } from './version.gen.ts';

/** Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 70 a bug of ours, 141 (128 + SIGPIPE) the reader closed stdout or stderr. */
const USAGE = 2;
const BUG = 70;
const READER_GONE = 141;

type CheckWords = CheckOptions & PreflightOptions & { readonly preflight?: boolean };

/** Actions load their commands when they are called, so that `list` does not wait for the web server's code. */
function program(): Command {
  const acptap = new Command('acptap')
    .description('Records, checks and replays what an editor and a coding agent say over the Agent Client Protocol.')
    .version(version)
    .helpCommand('help [command]', 'explain a command; acptap help filter explains filters')
    .addHelpText(
      'after',
      `
REF is ${REF}.
#12 is entry 12 of a recording, counted from 0: acptap show REF --entry 12. id 3 is the id of a JSON-RPC request and its response.
Exit codes: 0 fine; 1 the answer is no (findings, differences, no match); 2 wrong usage or an unusable file; 70 a bug in acptap.

Start with acptap setup, which puts "acptap run --" before the agent's command in the editor's settings, or with: acptap demo`,
    );

  const run = acptap
    .command('run')
    .description('run an agent and record what passes')
    .helpOption(false)
    .allowUnknownOption(); // cli.ts runs it before this module is loaded; listed here for the help
  run.helpInformation = () => RUN_USAGE;

  acptap
    .command('inspect')
    .description('show recordings in the browser')
    .argument('[refs...]', `show only these; each is ${REF}`)
    .option('--port <number>', 'port on 127.0.0.1 (default: 4747, or a free port if 4747 is taken)', parsePort)
    .option('--no-open', 'print the link without opening a browser')
    .addOption(
      new Option('--allow-host <name>', 'answer to this exact host name of a forwarded port, too; can be repeated')
        .argParser(collectValues)
        .default([], 'none'),
    )
    .option('--json', 'print {url, port, pid} as soon as the server listens')
    .action(async (refs: string[], options: InspectOptions) => {
      const { inspect } = await import('./commands/inspect.ts');
      await inspect(refs, options);
    });

  acptap
    .command('list')
    .description('list the recordings, newest first')
    .option('--json', 'print one JSON array')
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
      'only entries that match, for example method:session/* -kind:notification "not found"; see acptap help filter',
    )
    .addOption(new Option('--from <who>', 'only entries of one stream').choices(['client', 'agent', 'stderr']))
    .option(
      '--entry <n>',
      'one entry in full, by its number (12 for #12), with marks at the places of its findings',
      parseCount,
    )
    .addOption(
      new Option(
        '--findings <how>',
        'where findings are shown: auto: errors and warnings below their entry, notes in its line; full: all below; tags: all in the line; none: nowhere',
      )
        .choices(FINDINGS_SHOWN)
        .default('auto'),
    )
    .option('--raw', 'exact bytes of one stream (with --from) or of one entry (with --entry)')
    .option('--json', 'print each entry as a line of JSON')
    .action(async (ref: string, options: ShowOptions) => {
      const { show } = await import('./commands/show.ts');
      process.exitCode = await show(ref, options);
    });

  acptap
    .command('search')
    .description('search all recordings, the newest first')
    .argument('<query>', 'a word, "some words", or any filter; see acptap help filter')
    .argument('[refs...]', `search only these; each is ${REF}`)
    .option(
      '--limit <n>',
      'print at most n entries, 0 for all (default: 20 of each recording; with --json all)',
      parseCount,
    )
    .option('--json', 'print each entry as a line of JSON, as show --json does, with the id of its recording')
    .action(async (query: string, refs: string[], options: { json?: boolean; limit?: number }) => {
      const { search } = await import('./commands/search.ts');
      process.exitCode = await search(query, refs, options);
    });

  acptap
    .command('stats')
    .description(
      'show where the time went: turns, methods, tool calls, silences; also tokens and cost if the agent reports them',
    )
    .argument('<ref>', REF)
    .option('--json', 'print one JSON object; durations are in microseconds')
    .action(async (ref: string, options: { json?: boolean }) => {
      const { stats } = await import('./commands/stats.ts');
      await stats(ref, options);
    });

  const topic = acptap.command('filter', { hidden: true }).action(() => void process.stdout.write(filterHelp()));
  topic.helpInformation = filterHelp; // acptap help filter

  acptap
    .command('check')
    .description('list the frames that break the protocol, and the side at fault')
    .argument('[refs...]', `${REF}; with --preflight, the agent's command after --`)
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(['text', 'json', 'junit', 'sarif', 'github'])
        .default('text')
        .conflicts('preflight'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--fail-on <grade>', 'exit with 1 for findings of this grade or a worse one')
        .choices(['error', 'warning', 'note', 'never'])
        .default('error')
        .conflicts('preflight'),
    )
    .addOption(
      new Option('--only <rule>', 'use only this rule, or the rules of this area (framing); may be repeated')
        .argParser(collectValues)
        .default([], 'all rules')
        .conflicts('preflight'),
    )
    .addOption(
      new Option('--skip <rule>', 'leave out this rule, or the rules of this area; may be repeated')
        .argParser(collectValues)
        .default([], 'no rule')
        .conflicts('preflight'),
    )
    .addOption(
      new Option('--preset <preset>', 'strict: unknown names are errors; field: leaves out rules that only give notes')
        .choices(['default', 'strict', 'field'])
        .default('default')
        .conflicts('preflight'),
    )
    .addOption(
      new Option(
        '--baseline <file>',
        'accept the findings in this file, written with --format json; fail when one of them no longer occurs',
      ).conflicts('preflight'),
    )
    .addOption(
      new Option('--filter <query>', 'only findings at entries that match; see acptap help filter').conflicts(
        'preflight',
      ),
    )
    .option('--preflight', 'start an agent, open a session, and report whether the ACP registry would accept the agent')
    .option(
      '--timeout <ms>',
      'with --preflight: how long to wait for each answer, in milliseconds (default: 30000)',
      parseMilliseconds,
    )
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
    .argument('[id]', 'id of a rule (framing/line-is-json) or an area (framing)')
    .option('--json', 'one JSON array')
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      const { rules } = await import('./commands/rules.ts');
      await rules(id, options);
    });

  addReplay(acptap);

  addDrive(acptap);

  addDiff(acptap);

  addExport(acptap);

  addSetup(acptap);

  acptap
    .command('import')
    .description('copy .acp.jsonl files into the database')
    .argument('<files...>', '.acp.jsonl files')
    .action(async (files: string[]) => {
      const { importRecordings } = await import('./commands/import.ts');
      await importRecordings(files);
    });

  acptap
    .command('rm')
    .description('remove recordings from the database')
    .argument('<refs...>', STORED_REF)
    .action(async (refs: string[]) => {
      const { remove } = await import('./commands/rm.ts');
      await remove(refs);
    });

  addHouse(acptap);

  acptap
    .command('demo')
    .description('record a small scripted agent and client, and show the recording in the inspector')
    .option('--once', 'print a summary and exit, without the inspector')
    .option('--port <number>', 'port on 127.0.0.1 (default: 4747, or a free port if 4747 is taken)', parsePort)
    .option('--no-open', 'print the link without opening a browser')
    .action(async (options: { once?: boolean; port?: number; open: boolean }) => {
      const { demo } = await import('./commands/demo.ts');
      await demo(options);
    });

  return acptap;
}

/** Makes `acptap help nope` the error of `acptap nope`; commander would print the general help. */
function withoutUnknownHelp(words: readonly string[]): readonly string[] {
  const [node = '', script = '', verb, topic = '-'] = words;
  const isKnown = topic.startsWith('-') || topic === 'help' || acptap.commands.some((each) => each.name() === topic);
  return verb === 'help' && !isKnown ? [node, script, topic] : words;
}

let isAgent = false; // the reader of an agent's stdout is a client, which may leave at any time
onBrokenOutput(
  (stream) => {
    if (stream === 'stderr' || !isAgent) process.once('exit', () => (process.exitCode = READER_GONE)); // the command may have files to finish
  },
  () => process.exit(USAGE),
);
const acptap = program();
acptap.hook('preAction', (_program, command) => {
  if (!['list', 'doctor'].includes(command.name())) requireReaderNode(); // `list` explains before it requires, `doctor` reports
  isAgent = command.name() === 'replay';
});
for (const command of [acptap, ...acptap.commands])
  command.exitOverride().configureOutput({
    outputError: (text, write) => write(usageError(text, command === acptap ? undefined : command.name())),
  });
try {
  await acptap.parseAsync(withoutUnknownHelp(process.argv));
} catch (cause) {
  const failure = expectedFailure(cause);
  if (cause instanceof CommanderError) {
    process.exitCode = cause.exitCode === 0 ? 0 : USAGE; // commander has printed the error
  } else if (cause instanceof ReaderGoneError) {
    process.exitCode = READER_GONE;
  } else if (failure) {
    warn(failure.message);
    process.exitCode = USAGE;
  } else {
    warn(`this is a bug in acptap, please report it: ${cause instanceof Error ? cause.stack : String(cause)}`);
    process.exitCode = BUG;
  }
}
