import { Command, Option } from 'commander';
import { SIDES, type Side } from '#core/wire/entry.ts';
import { RUN_USAGE } from '../../shim/run-arguments.ts';
import { addCheck } from './add-check.ts';
import { addCompletion } from './add-completion.ts';
import { addDiff } from './add-diff.ts';
import { addDrive } from './add-drive.ts';
import { addExport } from './add-export.ts';
import { addHeld } from './add-held.ts';
import { addHousekeeping } from './add-housekeeping.ts';
import { addMcp } from './add-mcp.ts';
import { addReading } from './add-reading.ts';
import { addReplay } from './add-replay.ts';
import { addSetup } from './add-setup.ts';
import { addShip } from './add-ship.ts';
import { addTry } from './add-try.ts';
import { examples } from './help-examples.ts';
import { parsePort } from './option-values.ts';
import { STORED_REF } from './ref-help.ts';
import { filterHelp } from '../render/filter-help.ts';
import { version } from '../version.gen.ts';

const SUMMARY = 'Records, checks and replays what an editor and a coding agent say over the Agent Client Protocol.';

/**
 * All commands with their words: the one source of the help, the completion and the man page. An action loads the code
 * of its command when it is called, so that `list` does not wait for the web server's code.
 */
export function program(): Command {
  const acptap = new Command('acptap')
    .summary(SUMMARY)
    .description(
      `${SUMMARY}

To begin: acptap setup puts "acptap run --" before the agent's command in the editor's settings; or acptap demo.
If an agent hangs: acptap list shows which side must answer, acptap show latest which request, and since when.`,
    )
    .version(version)
    .addHelpText(
      'after',
      `
REF is a recording: its id or the beginning of its id, its name (the newest of that name), latest, latest~N,
an .acp.jsonl file, or - for a file on stdin. #12 is entry 12 of a recording, counted from 0:
acptap show REF --entry 12. id 3 is the id of a JSON-RPC request and its response.
Exit codes: 0 fine; 1 the answer is no (findings, differences, no match); 2 wrong usage or an unusable file;
70 a bug in acptap.`,
    );

  acptap.commandsGroup('Record:');

  const run = acptap
    .command('run')
    .description('run an agent and record what passes')
    .helpOption(false)
    .allowUnknownOption(); // cli.ts runs it before this module is loaded; listed here for the help
  run.helpInformation = () => RUN_USAGE;

  acptap
    .command('demo')
    .description('record a small scripted agent and client, and show the recording in the inspector')
    .option('--once', 'print a summary and exit, without the inspector')
    .option('--port <number>', 'port on 127.0.0.1 (default: 4747, or a free port if 4747 is taken)', parsePort)
    .option('--no-open', 'print the link without opening a browser')
    .addHelpText('after', examples('acptap demo', 'acptap demo --once'))
    .action(async (options: { once?: boolean; port?: number; open: boolean }) => {
      const { demo } = await import('../commands/demo.ts');
      await demo(options);
    });

  addSetup(acptap);

  acptap.commandsGroup('Look:');

  addReading(acptap);

  addCheck(acptap);

  addDiff(acptap);

  acptap.commandsGroup('Take part in a conversation:');

  acptap
    .command('faults')
    .description('list the faults that run --fault makes, with an example of each')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      examples('acptap faults', "acptap run --fault 'drop 10% where kind:notification' -- gemini --acp"),
    )
    .action(async (options: { readonly json?: boolean }) => {
      const { faults } = await import('../commands/faults.ts');
      await faults(options);
    });

  addHeld(acptap);

  acptap.commandsGroup('Test a client or an agent:');

  addReplay(acptap);

  addTry(acptap);

  addDrive(acptap);

  acptap.commandsGroup('Share:');

  addExport(acptap);

  acptap
    .command('import')
    .description('copy .acp.jsonl files into the database, or make recordings of files of other tools')
    .argument('<files...>', '.acp.jsonl files, exports of acp-devtools, traces (.jsons) of the Rust conductor')
    .addOption(
      new Option(
        '--from <side>',
        'make one recording of logs, a frame a line: the first file was written by this side, a second one by the other',
      ).choices(SIDES),
    )
    .addHelpText(
      'after',
      `
A file of another tool lacks something: import prints what.
${examples('acptap import session.acp.jsonl')}`,
    )
    .action(async (files: string[], options: { readonly from?: Side }) => {
      const { importRecordings } = await import('../commands/import.ts');
      await importRecordings(files, options);
    });

  addMcp(acptap);

  addShip(acptap);

  acptap.commandsGroup('Keep and remove:');

  addHousekeeping(acptap);

  acptap
    .command('rm')
    .description('remove recordings from the database')
    .argument('<refs...>', STORED_REF)
    .addHelpText('after', examples('acptap rm latest', 'acptap rm latest latest~1'))
    .action(async (refs: string[]) => {
      const { remove } = await import('../commands/rm.ts');
      await remove(refs);
    });

  acptap.commandsGroup('Help:').helpCommand('help [command]', 'explain a command; acptap help filter explains filters');

  addCompletion(acptap);

  const topic = acptap.command('filter', { hidden: true }).action(() => void process.stdout.write(filterHelp()));
  topic.helpInformation = filterHelp; // acptap help filter

  return acptap;
}
