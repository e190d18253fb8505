import { Option, type Command } from 'commander';
import { SIDES } from '#core/wire/entry.ts';
import type { FilesOptions } from '../commands/files.ts';
import type { InspectOptions } from '../commands/inspect.ts';
import type { ShowOptions } from '../commands/show.ts';
import type { StatsOptions } from '../commands/stats.ts';
import { examples } from './help-examples.ts';
import { collectValues, parseCount, parsePort } from './option-values.ts';
import { REF } from './ref-help.ts';
import { FINDINGS_SHOWN } from '../render/findings-shown.ts';

/** Adds the commands that show recordings: `inspect`, `list`, `show`, `search`, `files`, `stats`. */
export function addReading(acptap: Command): void {
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
    .addHelpText('after', examples('acptap inspect', 'acptap inspect latest --no-open'))
    .action(async (refs: string[], options: InspectOptions) => {
      const { inspect } = await import('../commands/inspect.ts');
      await inspect(refs, options);
    });

  acptap
    .command('list')
    .description('list the recordings, newest first')
    .option('--json', 'print one JSON array')
    .addHelpText('after', examples('acptap list', 'acptap list --json'))
    .action(async (options: { json?: boolean }) => {
      const { list } = await import('../commands/list.ts');
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
    .addOption(new Option('--to <who>', 'with --raw: the bytes that this side received').choices(SIDES))
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
    .option('--no-pager', 'on a terminal: print without $ACPTAP_PAGER, $PAGER or less')
    .addHelpText(
      'after',
      examples(
        'acptap show latest',
        "acptap show latest --filter 'method:session/* -kind:notification'",
        'acptap show latest --entry 3',
        'acptap show latest --raw --from agent',
      ),
    )
    .action(async (ref: string, options: ShowOptions) => {
      const { show } = await import('../commands/show.ts');
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
    .addHelpText(
      'after',
      examples('acptap search permission', "acptap search 'from:agent kind:request' latest --limit 5"),
    )
    .action(async (query: string, refs: string[], options: { json?: boolean; limit?: number }) => {
      const { search } = await import('../commands/search.ts');
      process.exitCode = await search(query, refs, options);
    });

  acptap
    .command('files')
    .description('show by file what the agent read, proposed and wrote, and who permitted it')
    .argument('<ref>', REF)
    .option('--filter <query>', 'only operations with a matching entry, for example turn:2; see acptap help filter')
    .option('--folder <path>', 'only files in this folder')
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples('acptap files latest', 'acptap files latest --filter turn:1 --json'))
    .action(async (ref: string, options: FilesOptions) => {
      const { files } = await import('../commands/files.ts');
      process.exitCode = await files(ref, options);
    });

  acptap
    .command('stats')
    .description(
      'show where the time went: turns, methods, tool calls, silences; also tokens and cost if the agent reports them',
    )
    .argument('<ref>', REF)
    .addOption(
      new Option(
        '--format <format>',
        'text; csv: one table for a spreadsheet, in microseconds; html: a page with tables and plots',
      )
        .choices(['text', 'csv', 'html'])
        .default('text'),
    )
    .option('--json', 'print one JSON object; durations are in microseconds')
    .addHelpText(
      'after',
      examples(
        'acptap stats latest',
        'acptap stats latest --format csv',
        'acptap stats latest --format html > stats.html',
        'acptap stats session.acp.jsonl --json',
      ),
    )
    .action(async (ref: string, options: StatsOptions) => {
      const { stats } = await import('../commands/stats.ts');
      await stats(ref, options);
    });
}
