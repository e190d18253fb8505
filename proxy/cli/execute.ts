import { CommanderError, type Command } from 'commander';
import { requireReaderNode } from '../recorder/node-version.ts';
import { expectedFailure } from './expected-failure.ts';
import { ReaderGoneError, warn } from './output/output.ts';
import { usageError } from './program/usage-error.ts';

/** 141: 128 + SIGPIPE, the reader closed stdout or stderr. */
export const EXIT = { usage: 2, bug: 70, readerGone: 141 } as const;

/** Runs a command line, as in `process.argv`. Prints errors and sets the exit code of the process; never throws. */
export async function execute(acptap: Command, words: readonly string[]): Promise<void> {
  acptap.hook('preAction', (_program, command) => {
    if (!['list', 'doctor', 'completion', '__complete'].includes(command.name())) requireReaderNode(); // these check Node themselves, or need no database
  });
  for (const command of [acptap, ...acptap.commands])
    command.exitOverride().configureOutput({
      outputError: (text, write) => write(usageError(text, command === acptap ? undefined : command)),
    });
  try {
    if (words.length === 2) await (await import('./commands/overview.ts')).overview();
    else await acptap.parseAsync(withoutUnknownHelp(acptap, words));
  } catch (cause) {
    const failure = expectedFailure(cause);
    if (cause instanceof CommanderError) {
      process.exitCode = cause.exitCode === 0 ? 0 : EXIT.usage; // commander has printed the error
    } else if (cause instanceof ReaderGoneError) {
      process.exitCode = EXIT.readerGone;
    } else if (failure) {
      warn(failure.message);
      process.exitCode = EXIT.usage;
    } else {
      warn(`this is a bug in acptap, please report it: ${cause instanceof Error ? cause.stack : String(cause)}`);
      process.exitCode = EXIT.bug;
    }
  }
}

/** Makes `acptap help nope` the error of `acptap nope`; commander would print the general help. */
function withoutUnknownHelp(acptap: Command, words: readonly string[]): readonly string[] {
  const [node = '', script = '', verb, topic = '-'] = words;
  const isKnown = topic.startsWith('-') || topic === 'help' || acptap.commands.some((each) => each.name() === topic);
  return verb === 'help' && !isKnown ? [node, script, topic] : words;
}
