import type { Command } from 'commander';
import type { CommentOptions } from './commands/comment.ts';
import { examples } from './help-examples.ts';
import { parseCount } from './option-values.ts';
import { STORED_REF } from './ref-help.ts';

/** Adds the commands that keep house: `pin`, `unpin`, `name`, `comment`. */
export function addHouse(acptap: Command): void {
  for (const [verb, description] of [
    ['pin', 'keep recordings: pruning never removes them'],
    ['unpin', 'let pruning remove recordings again'],
  ] as const)
    acptap
      .command(verb)
      .description(description)
      .argument('<refs...>', STORED_REF)
      .addHelpText('after', examples(`acptap ${verb} latest`))
      .action(async (refs: string[]) => {
        const { pin } = await import('./commands/pin.ts');
        await pin(refs, verb === 'pin');
      });

  acptap
    .command('name')
    .description('give a recording a name, which works as a REF; pruning never removes it')
    .argument('<ref>', STORED_REF)
    .argument('[name]', 'the name; it replaces the one of run --name')
    .option('--remove', 'take the name back; the one of run --name is shown again')
    .addHelpText('after', examples('acptap name latest "login hangs"', 'acptap show "login hangs"'))
    .action(async (ref: string, words: string | undefined, options: { remove?: boolean }) => {
      const { name } = await import('./commands/name.ts');
      await name(ref, words, options);
    });

  acptap
    .command('comment')
    .description('list the comments of a recording, or add one; pruning never removes a recording with a comment')
    .argument('<ref>', STORED_REF)
    .argument('[text]', 'the comment to add, in quotes')
    .option('--remove <n>', 'remove the comment with this number', parseCount)
    .option('--json', 'print the comments as one JSON array')
    .addHelpText(
      'after',
      examples(
        'acptap comment latest "the agent never answers #12"',
        'acptap comment latest',
        'acptap comment latest --remove 1',
      ),
    )
    .action(async (ref: string, text: string | undefined, options: CommentOptions) => {
      const { comment } = await import('./commands/comment.ts');
      await comment(ref, text, options);
    });
}
