import { Option, type Command } from 'commander';
import { AcptapError } from '#core/errors.ts';
import { collect, milliseconds } from './arguments.ts';
import type { ReplayWords } from './commands/replay.ts';

interface RecordWords {
  readonly record?: boolean;
  readonly name?: string;
}

const FILE_OR_ID = 'a recording: its id or the beginning of it, latest, latest~N, or an .acp.jsonl file';

/** Adds `replay` with its options. What an option is by default stands in its text: a fixture may say otherwise, where nobody gave it. */
export function addReplay(acptap: Command): void {
  acptap
    .command('replay')
    .description('be the recorded agent, on stdin and stdout, for any client')
    .argument(
      '<refs...>',
      `${FILE_OR_ID}; with several, one goes on where the client does what the one before does not have`,
    )
    .option('--speed <speed>', 'instant, recorded, or a factor: x2 is twice as fast (default: instant)')
    .option(
      '--max-gap <ms>',
      'no recorded pause is longer than this when it is played (default: none is cut)',
      milliseconds,
    )
    .option(
      '--settle <ms>',
      'from the answer to session/new to the first update: editors lose what comes at once (default: 100)',
      milliseconds,
    )
    .addOption(
      new Option(
        '--match <method=level>',
        'how alike a message must be to the recorded one: method, normalised or exact; may be repeated',
      )
        .argParser(collect)
        .default([], 'by method, see docs/replay.md'),
    )
    .addOption(
      new Option(
        '--on-divergence <policy>',
        'fail: end at the first difference, with an error to the client and exit code 1; follow: go on as recorded, and note it (default: fail)',
      ).choices(['fail', 'follow']),
    )
    .option('--strict', 'exit 1 unless both sides said everything that was recorded, and nothing else')
    .option(
      '--timeout <ms>',
      'how long the client may take for what a program answers; 0 for ever (default: 10000)',
      milliseconds,
    )
    .option(
      '--idle-timeout <ms>',
      'how long a person may take for the next request, a choice or a cancel; 0 for ever (default: 0)',
      milliseconds,
    )
    .option('--drop-gated', 'leave out what needs a capability that the client does not advertise')
    .option('--map-text', 'name the folders of the client in free text, too, not only where a path stands')
    .option('--stderr', "write the recorded agent's stderr to ours, on the same clock")
    .option('--exit-code', 'end as the recorded agent ended, when the client has closed or it had ended by itself')
    .option('--verify', 'judge by the rules what the client says; exit 1 when it breaks one')
    .option('--report <file>', 'write what happened as JSON')
    .option('--junit <file>', 'write what happened as JUnit XML')
    .option('--record', 'record what passes now, as acptap run in front of it would')
    .option('--name <name>', 'with --record: a name for that recording')
    .action(async (refs: string[], { record: isRecorded, name, ...words }: ReplayWords & RecordWords) => {
      if (name !== undefined && !isRecorded) throw new AcptapError('usage', '--name is for --record');
      const { replay, recordReplay } = await import('./commands/replay.ts');
      if (isRecorded) await recordReplay(refs, words, name);
      else process.exitCode = await replay(refs, words);
    });
}
