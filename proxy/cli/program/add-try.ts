import { Option, type Command } from 'commander';
import type { TryOptions } from '../commands/try.ts';
import { examples } from './help-examples.ts';
import { collectValues, parseDuration, parseSeed } from './option-values.ts';
import { FILE_REF } from './ref-help.ts';

/** Adds `try` with its options. */
export function addTry(acptap: Command): void {
  acptap
    .command('try')
    .description("run a client's test command under each kind of fault, against a replay")
    .argument('<ref>', FILE_REF)
    .argument('<command...>', "the client's test command, after --; it starts the agent in $ACPTAP_AGENT")
    .addOption(
      new Option('--fault <fault>', 'try this fault, see acptap faults; may be repeated')
        .argParser(collectValues)
        .default([], 'examples of each kind that touch the recording'),
    )
    .option('--seed <number>', 'repeat the random choices of an earlier try', parseSeed)
    .option(
      '--timeout <time>',
      'how long each run may take: 30s, 5m (default: 5 times as long as without a fault, and at least 10s)',
      parseDuration,
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
acptap try session.acp.jsonl -- npm test runs your tests, which start the agent with $ACPTAP_AGENT.
The command gets the command line of the replay in $ACPTAP_AGENT, quoted for a shell, and as JSON
in $ACPTAP_AGENT_JSON. A run that hangs is ended with its process group. Exit code: 0 if no run failed, hung or
crashed; 1 otherwise, or if a fault of --fault touched no frame; 2 if the test does not pass without a fault.
${examples(
  `acptap try session.acp.jsonl --fault 'crlf where from:agent' -- sh -c 'acptap show session.acp.jsonl --raw --from client | eval "$ACPTAP_AGENT"'`,
)}`,
    )
    .action(async (ref: string, command: string[], options: TryOptions) => {
      const { tryFaults } = await import('../commands/try.ts');
      process.exitCode = await tryFaults(ref, command, options);
    });
}
