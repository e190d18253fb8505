import { Argument, type Command } from 'commander';
import { completionScripts } from '../completion/scripts.ts';
import { examples } from './help-examples.ts';
import { print } from '../output/output.ts';

/** Adds `completion`, and the hidden command that its scripts call. */
export function addCompletion(acptap: Command): void {
  acptap
    .command('completion')
    .description('print a script that completes commands, options, recordings and rules in a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
For bash, put this line into ~/.bashrc:             eval "$(acptap completion bash)"
For zsh, put this line below compinit in ~/.zshrc:  source <(acptap completion zsh)
${examples('eval "$(acptap completion bash)"', 'acptap completion fish > acptap.fish')}`,
    )
    .action((shell: keyof typeof completionScripts) => print(completionScripts[shell]));

  acptap
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { complete } = await import('../commands/complete.ts');
      await complete(acptap, words);
    });
}
