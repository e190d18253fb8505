import { parseRunArguments } from '../shim/run-arguments.ts';

/** The two parts of a wrapped command. */
export interface Wrap {
  /** The command that starts acptap: `acptap`, or Node and the path of `cli.js`. */
  readonly acptap: readonly string[];
  readonly agent: readonly [string, ...string[]];
}

/** `acptap`, `acptap.cmd`, and `acptap@1.0.0` for npx. */
const ACPTAP = /(?:^|[\\/])acptap(?:\.cmd|\.exe|@[^\\/]*)?$/i;

/** `cli.js` behind Node. Other programs have one, too, so `--` must follow `run`. */
const SCRIPT = /[\\/]dist[\\/]cli\.js$/;

/** Finds acptap in an agent's command. Undefined when the command does not start it. */
export function findWrap(command: readonly string[]): Wrap | undefined {
  const at = command.findIndex((word, index) => {
    const before = command[index - 1] ?? '';
    return word === 'run' && (ACPTAP.test(before) || (SCRIPT.test(before) && command.includes('--', index)));
  });
  if (at === -1) return undefined;
  const run = parseRunArguments(command.slice(at + 1));
  return typeof run === 'object' && 'command' in run ? { acptap: command.slice(0, at), agent: run.command } : undefined;
}
