import { CommanderError } from 'commander';
import { requireReaderNode } from '../recorder/node-version.ts';
import { expectedFailure } from './expected-failure.ts';
import { onBrokenOutput, ReaderGoneError, warn } from './output.ts';
import { program } from './program.ts';
import { usageError } from './usage-error.ts';

/** Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 70 a bug of ours, 141 (128 + SIGPIPE) the reader closed stdout or stderr. */
const USAGE = 2;
const BUG = 70;
const READER_GONE = 141;

/** Makes `acptap help nope` the error of `acptap nope`; commander would print the general help. */
function withoutUnknownHelp(words: readonly string[]): readonly string[] {
  const [node = '', script = '', verb, topic = '-'] = words;
  const isKnown = topic.startsWith('-') || topic === 'help' || acptap.commands.some((each) => each.name() === topic);
  return verb === 'help' && !isKnown ? [node, script, topic] : words;
}

let isAgent = false; // the reader of an agent's stdout is a client, which may leave at any time
onBrokenOutput(
  (stream) => {
    if (stream === 'stderr' || !isAgent) process.once('exit', () => (process.exitCode = READER_GONE)); // the command may have files to finish
  },
  () => process.exit(USAGE),
);
const acptap = program();
acptap.hook('preAction', (_program, command) => {
  if (!['list', 'doctor', 'completion', '__complete'].includes(command.name())) requireReaderNode(); // these check it by themselves, or need no database
  isAgent = command.name() === 'replay';
});
for (const command of [acptap, ...acptap.commands])
  command.exitOverride().configureOutput({
    outputError: (text, write) => write(usageError(text, command === acptap ? undefined : command)),
  });
try {
  if (process.argv.length === 2) await (await import('./commands/overview.ts')).overview();
  else await acptap.parseAsync(withoutUnknownHelp(process.argv));
} catch (cause) {
  const failure = expectedFailure(cause);
  if (cause instanceof CommanderError) {
    process.exitCode = cause.exitCode === 0 ? 0 : USAGE; // commander has printed the error
  } else if (cause instanceof ReaderGoneError) {
    process.exitCode = READER_GONE;
  } else if (failure) {
    warn(failure.message);
    process.exitCode = USAGE;
  } else {
    warn(`this is a bug in acptap, please report it: ${cause instanceof Error ? cause.stack : String(cause)}`);
    process.exitCode = BUG;
  }
}
