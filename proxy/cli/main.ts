import { execute, EXIT } from './execute.ts';
import { onBrokenOutput } from './output/output.ts';
import { program } from './program/program.ts';

let isAgent = false; // the reader of an agent's stdout is a client, which may leave at any time
onBrokenOutput(
  (stream) => {
    if (stream === 'stderr' || !isAgent) process.once('exit', () => (process.exitCode = EXIT.readerGone)); // the command may have files to finish
  },
  () => process.exit(EXIT.usage),
);
const acptap = program();
acptap.hook('preAction', (_program, command) => void (isAgent = command.name() === 'replay'));
await execute(acptap, process.argv);
