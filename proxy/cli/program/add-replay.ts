import { Option, type Command } from 'commander';
import { AcptapError } from '#core/errors.ts';
import { examples } from './help-examples.ts';
import { collectValues, parseMilliseconds, parseSeed } from './option-values.ts';
import type { ReplayWords } from '../commands/replay.ts';
import { FILE_REF } from './ref-help.ts';

interface RecordWords {
  readonly record?: boolean;
  readonly name?: string;
}

/** Adds `replay` with its options. Texts name the defaults, because a fixture may set options that were not given. */
export function addReplay(acptap: Command): void {
  acptap
    .command('replay')
    .description('act as the recorded agent on stdin and stdout')
    .argument(
      '<refs...>',
      `${FILE_REF}; with several, the replay switches to the recording that matches what the client does`,
    )
    .optionsGroup('What must match:')
    .addOption(
      new Option(
        '--match <method=level>',
        'how alike a message and the recorded one must be: method, normalised or exact; may be repeated',
      )
        .argParser(collectValues)
        .default([], 'by method, see docs/replay.md'),
    )
    .addOption(
      new Option(
        '--on-divergence <policy>',
        'fail: end at the first difference, with an error to the client and exit code 1; follow: note the difference and continue (default: fail)',
      ).choices(['fail', 'follow']),
    )
    .option('--strict', 'exit with 1 unless both sides sent everything that was recorded, and nothing else')
    .option('--drop-gated', 'leave out frames that need a capability the client does not advertise')
    .option('--map-text', 'replace the recorded folders in free text as well as in paths')
    .option('--received', 'with interventions: play the frames from the agent, not the frames delivered to the client')
    .optionsGroup('Time:')
    .option('--speed <speed>', 'instant, recorded, or a factor: x2 is twice as fast (default: instant)')
    .option(
      '--max-gap <ms>',
      'longest pause between two frames, in milliseconds (default: no limit)',
      parseMilliseconds,
    )
    .option(
      '--settle <ms>',
      'pause between the answer to session/new and the first update, in milliseconds, because editors lose updates that come at once (default: 100)',
      parseMilliseconds,
    )
    .option(
      '--timeout <ms>',
      'how long the client may take to answer where no person decides, in milliseconds; 0 for no limit (default: 10000)',
      parseMilliseconds,
    )
    .option(
      '--idle-timeout <ms>',
      'how long a person may take for the next request, a choice or a cancel, in milliseconds; 0 for no limit (default: 0)',
      parseMilliseconds,
    )
    .optionsGroup('Faults:')
    .addOption(
      new Option(
        '--fault <fault>',
        'interfere with the conversation, see acptap faults; may be repeated. A difference then does not fail the replay, and no wait has a limit',
      )
        .argParser(collectValues)
        .default([], 'none'),
    )
    .option('--seed <number>', 'repeat the random choices of an earlier replay with faults, which named it', parseSeed)
    .option(
      '--fault-log <file>',
      'append a line of JSON for each frame that a fault touches, and keep the report off stderr',
    )
    .optionsGroup('What it writes:')
    .option('--stderr', "write the recorded agent's stderr to stderr, at the recorded times")
    .option('--verify', 'check the client by the rules; exit with 1 for an error')
    .option('--report <file>', 'write the result as JSON')
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--exit-code', 'exit with the exit code or signal of the recorded agent')
    .option('--record', 'record the replay, as acptap run would')
    .option('--name <name>', 'with --record: name of the recording')
    .addHelpText(
      'after',
      examples(
        'acptap replay latest',
        'acptap replay session.acp.jsonl --speed recorded --report report.json',
        "acptap replay session.acp.jsonl --fault 'exit 3 after 2 where method:session/update'",
      ),
    )
    .action(async (refs: string[], { record: isRecorded, name, ...words }: ReplayWords & RecordWords) => {
      if (name !== undefined && !isRecorded) throw new AcptapError('usage', '--name is for --record');
      const { replay, recordReplay } = await import('../commands/replay.ts');
      if (isRecorded) await recordReplay(refs, words, name);
      else process.exitCode = await replay(refs, words);
    });
}
