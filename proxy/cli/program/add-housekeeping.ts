import { Option, type Command } from 'commander';
import { GRADES } from '#core/model/finding.ts';
import type { CommentOptions } from '../commands/comment.ts';
import type { PruneOptions } from '../commands/prune.ts';
import { KEPT_BY_PRUNING } from '../render/kept-by-pruning.ts';
import { examples } from './help-examples.ts';
import { parseCount, parseOlderThan, parseSize } from './option-values.ts';
import { STORED_REF } from './ref-help.ts';

/** Adds the commands that keep house: `pin`, `unpin`, `name`, `comment`, `prune`, `config`, `vacuum`. */
export function addHousekeeping(acptap: Command): void {
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
        const { pin } = await import('../commands/pin.ts');
        await pin(refs, verb === 'pin');
      });

  acptap
    .command('name')
    .description('give a recording a name, which works as a REF; pruning never removes it')
    .argument('<ref>', STORED_REF)
    .argument('[name]', 'the name, shown instead of the name of run --name')
    .option('--remove', 'remove the name; the name of run --name is shown again')
    .addHelpText('after', examples('acptap name latest "login hangs"', 'acptap show "login hangs"'))
    .action(async (ref: string, words: string | undefined, options: { remove?: boolean }) => {
      const { name } = await import('../commands/name.ts');
      await name(ref, words, options);
    });

  acptap
    .command('comment')
    .description(
      'list the comments of a recording or of an entry (REF#N), or add one; pruning never removes a recording with a comment',
    )
    .argument('<ref>', STORED_REF)
    .argument('[text]', 'the comment to add, in quotes')
    .option('--remove <n>', 'remove the comment with this number', parseCount)
    .option('--json', 'print the comments as one JSON array')
    .addHelpText(
      'after',
      examples(
        'acptap comment latest "the agent never answers #12"',
        'acptap comment latest#12 "never answered"',
        'acptap comment latest',
        'acptap comment latest --remove 1',
      ),
    )
    .action(async (ref: string, text: string | undefined, options: CommentOptions) => {
      const { comment } = await import('../commands/comment.ts');
      await comment(ref, text, options);
    });

  acptap
    .command('prune')
    .description('remove old recordings')
    .option('--older-than <age>', 'recordings that ended or were imported before: 48h, 30d or 8w', parseOlderThan)
    .option('--max-size <size>', 'the oldest recordings, until all use at most this: 500MB or 2GB', parseSize)
    .addOption(
      new Option('--keep-findings [grade]', 'keep recordings with findings of this grade or a worse one')
        .choices(GRADES)
        .preset('note'),
    )
    .option('--dry-run', 'list the recordings that would be removed, and remove nothing')
    .option('-y, --yes', 'remove without asking; needed without a terminal')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Never removes recordings that are ${KEPT_BY_PRUNING} or live.
Shows what goes, and asks on a terminal. Removes nothing while an agent is recorded.
${examples('acptap prune --older-than 30d --dry-run', 'acptap prune --max-size 2GB --keep-findings error --yes')}`,
    )
    .action(async (options: PruneOptions) => {
      const { prune } = await import('../commands/prune.ts');
      process.exitCode = await prune(options);
    });

  acptap
    .command('config')
    .description('list the settings, print one, or set one')
    .argument('[key]', 'keep.max-size, keep.older-than or keep.findings')
    .argument('[value]', 'the new value, or off')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
With keep.max-size or keep.older-than, the recorder prunes when an agent has ended and no other is recorded.
It keeps what acptap prune keeps. Both are off by default.
${examples('acptap config', 'acptap config keep.max-size 2GB', 'acptap config keep.max-size off')}`,
    )
    .action(async (key: string | undefined, value: string | undefined, options: { json?: boolean }) => {
      const { config } = await import('../commands/config.ts');
      await config(key, value, options);
    });

  acptap
    .command('vacuum')
    .description('give the space of removed recordings back to the disk')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Writes the database anew: it needs up to twice its size of disk meanwhile. An interrupted one changes nothing.
Refused while an agent is recorded, because nobody else can write meanwhile.
${examples('acptap vacuum')}`,
    )
    .action(async (options: { json?: boolean }) => {
      const { vacuum } = await import('../commands/vacuum.ts');
      await vacuum(options);
    });
}
