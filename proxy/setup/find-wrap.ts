import { parseRunArguments } from '../shim/run-arguments.ts';

/** The two parts of a wrapped command. */
export interface Wrap {
  /** What starts acptap: `acptap`, or Node and the path of `cli.js`. */
  readonly acptap: readonly string[];
  readonly agent: readonly [string, ...string[]];
}

/** `acptap`, `acptap.cmd`, `acptap@1.0.0` for npx, and `cli.js` behind Node. */
const ACPTAP = /(?:^|[\\/])acptap(?:\.cmd|\.exe|@[^\\/]*)?$|[\\/]dist[\\/]cli\.js$/i;

/** Finds acptap in an agent's command. Undefined when the command does not start it. */
export function findWrap(command: readonly string[]): Wrap | undefined {
  const at = command.findIndex((word, index) => word === 'run' && ACPTAP.test(command[index - 1] ?? ''));
  if (at === -1) return undefined;
  const run = parseRunArguments(command.slice(at + 1));
  return typeof run === 'object' && 'command' in run ? { acptap: command.slice(0, at), agent: run.command } : undefined;
}
