import { type Command, Option } from 'commander';
import type { SetupOptions } from '../setup/options.ts';
import { examples } from './help-examples.ts';

/** Adds `setup`, and `doctor`, which checks what `setup` wrote. */
export function addSetup(acptap: Command): void {
  acptap
    .command('setup')
    .description("list the editors and their agents, and put acptap before an agent's command in the editor's settings")
    .argument('[editor]', 'zed, jetbrains, vscode, neovim or emacs; with --mcp claude-code, codex, gemini or zed')
    .option('--agent <name>', 'wrap this agent; for neovim and emacs: print the lines for this agent only')
    .option('--copy', 'leave the agent as it is, and add a wrapped copy of it: NAME (acptap)')
    .addOption(
      new Option('--undo', 'undo the changes of setup, for all agents or the agent of --agent').conflicts('copy'),
    )
    .addOption(
      new Option(
        '--mcp',
        'let this coding agent read the recordings: add acptap mcp to its servers, or print the lines',
      ).conflicts(['agent', 'copy', 'json']),
    )
    .option('--yes', 'write without asking; needed without a terminal')
    .option('--file <path>', 'the settings file, instead of those that the editor usually has')
    .addOption(
      new Option('--json', 'print the list as one JSON array').conflicts(['agent', 'copy', 'undo', 'yes']), // these print no list
    )
    .addHelpText(
      'after',
      `
Shows the difference and asks before it writes. Keeps a copy of the old file beside it.
Exit codes: 0 fine; 1 nothing was written; 2 wrong usage, or a settings file that cannot be read.
${examples(
  'acptap setup',
  'acptap setup zed --agent Gemini',
  'acptap setup zed --agent Gemini --copy --yes',
  'acptap setup zed --undo',
  'acptap setup neovim --agent Gemini',
  'acptap setup claude-code --mcp',
)}`,
    )
    .action(async (editor: string | undefined, options: SetupOptions) => {
      const { setup } = await import('../commands/setup.ts');
      process.exitCode = await setup(editor, options);
    });

  acptap
    .command('doctor')
    .description('check Node, the data folder, the database, live recordings and the agents in the settings of editors')
    .option('--json', 'print one JSON array of {subject, health, text, advice}')
    .addHelpText(
      'after',
      `
Changes nothing. Each line is ok, look (it works, but you should know) or broken, with what to do.
Exit codes: 0 fine; 1 something is broken.
${examples('acptap doctor', 'acptap doctor --json')}`,
    )
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('../commands/doctor.ts');
      process.exitCode = await doctor(options);
    });
}
