import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { AcptapError } from '#core/errors.ts';
import type { CheckOptions } from './commands/check.ts';
import { requireReaderNode } from '../recorder/node-version.ts';
import { warn } from './output.ts';
import { version } from './version.gen.ts';

/** Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 70 a bug of ours. */
const USAGE = 2;
const BUG = 70;

const REF = 'a recording: its id or the beginning of it, latest, latest~N, an .acp.jsonl file, or - for one on stdin';

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
    .option('--filter <query>', 'only entries that match, for example: method:session/* -kind:notification "not found"')
    .addOption(new Option('--from <who>', 'only what one side wrote').choices(['client', 'agent', 'stderr']))
    .option('--raw', 'the exact bytes of one stream (with --from)')
    .option('--json', 'one entry a line')
    .action(
      async (
        ref: string,
        options: { filter?: string; from?: 'client' | 'agent' | 'stderr'; raw?: boolean; json?: boolean },
      ) => {
        const { show } = await import('./commands/show.ts');
        process.exitCode = await show(ref, options);
      },
    );

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
    .option('--preflight', 'start an agent, open a session, and say whether the ACP registry would accept it')
    .option('--timeout <ms>', 'how long --preflight waits for each answer (default: 30000)', milliseconds)
    .action(async (words: string[], { preflight: isPreflight, ...options }: CheckOptions & PreflightWords) => {
      if (isPreflight) {
        const { preflight } = await import('./commands/preflight.ts');
        process.exitCode = await preflight(words, options);
        return;
      }
      if (words.length === 0)
        throw new AcptapError('usage', "missing required argument 'refs' (see acptap check --help)");
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

  acptap
    .command('replay')
    .description('be the recorded agent, on stdin and stdout')
    .argument('<ref>', REF)
    .option('--timeout <ms>', 'how long to wait for the client at most (default: 30000)', milliseconds)
    .option('--report <file>', 'write what happened as JSON')
    .action(async (ref: string, options: { timeout?: number; report?: string }) => {
      const { replay } = await import('./commands/replay.ts');
      process.exitCode = await replay(ref, options);
    });

  acptap
    .command('export')
    .description('write a recording as an .acp.jsonl file')
    .argument('<ref>', REF)
    .option('-o, --output <file>', 'where to (default: stdout)')
    .option('--no-redact', 'keep secrets, home folders and user names (default: they are replaced)')
    .action(async (ref: string, options: { output?: string; redact: boolean }) => {
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

/** What `check` takes besides the options for recordings. */
interface PreflightWords {
  readonly preflight?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

const collect = (value: string, before: string[]) => [...before, value];

function port(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('a port is a whole number from 0 (any free one) to 65535.');
  return value;
}

/** Timers take no more: beyond it they would expire at once. */
const LONGEST_MS = 2 ** 31 - 1;

function milliseconds(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= LONGEST_MS))
    throw new InvalidArgumentError(`give milliseconds, 5000 for example, and not more than ${LONGEST_MS}.`);
  return value;
}

process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') return; // `| head` has had enough
  warn(`cannot write to stdout: ${cause.message}`);
  process.exit(USAGE);
});

const acptap = program();
acptap.hook('preAction', (_program, command) => {
  if (command.name() !== 'replay') requireReaderNode(); // a file is replayed without the database
});
for (const command of [acptap, ...acptap.commands])
  command.exitOverride().configureOutput({
    outputError: (text, write) =>
      write(
        `${text.replace(/^error: /, 'acptap: ').trimEnd()} (see acptap ${command === acptap ? '' : `${command.name()} `}--help)\n`,
      ),
  });
try {
  await acptap.parseAsync();
} catch (cause) {
  if (cause instanceof CommanderError) {
    process.exitCode = cause.exitCode === 0 ? 0 : USAGE; // it has said why
  } else if (cause instanceof AcptapError) {
    warn(cause.message);
    process.exitCode = USAGE;
  } else {
    warn(`this is a bug in acptap, please report it: ${cause instanceof Error ? cause.stack : String(cause)}`);
    process.exitCode = BUG;
  }
}
