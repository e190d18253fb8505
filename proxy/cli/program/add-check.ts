import { Option, type Command } from 'commander';
import { AcptapError } from '#core/errors.ts';
import { GRADES } from '#core/model/finding.ts';
import type { CheckOptions } from '../commands/check.ts';
import type { PreflightOptions } from '../commands/preflight.ts';
import { examples } from './help-examples.ts';
import { collectValues, parseMilliseconds } from './option-values.ts';
import { REF } from './ref-help.ts';

type CheckWords = CheckOptions & PreflightOptions & { readonly preflight?: boolean };

/** Adds `check`, and `rules`, the catalogue that it checks by. */
export function addCheck(acptap: Command): void {
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
        .choices([...GRADES, 'never'])
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
    .addHelpText(
      'after',
      examples(
        'acptap check latest',
        'acptap check session.acp.jsonl --format sarif > findings.sarif',
        'acptap check latest --fail-on warning --only framing',
        'acptap check --preflight -- gemini --acp',
      ),
    )
    .action(async (words: string[], { preflight: isPreflight, ...options }: CheckWords, command: Command) => {
      if (isPreflight) {
        const { preflight } = await import('../commands/preflight.ts');
        process.exitCode = await preflight(words, options);
        return;
      }
      if (words.length === 0) command.error("error: missing required argument 'refs'");
      if (options.timeout !== undefined) throw new AcptapError('usage', '--timeout is for --preflight');
      const { check } = await import('../commands/check.ts');
      process.exitCode = await check(words, options.json ? { ...options, format: 'json' } : options);
    });

  acptap
    .command('rules')
    .description('list the rules, or explain one with its examples')
    .argument('[id]', 'id of a rule (framing/line-is-json) or an area (framing)')
    .option('--json', 'one JSON array')
    .addHelpText('after', examples('acptap rules', 'acptap rules framing', 'acptap rules framing/line-is-json'))
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      const { rules } = await import('../commands/rules.ts');
      await rules(id, options);
    });
}
