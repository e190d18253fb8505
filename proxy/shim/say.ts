import { writeSync } from 'node:fs';

/** One line on stderr, written at once: at the end of the process nothing would be left to drain it. */
export function say(text: string): void {
  try {
    writeSync(2, `acptap: ${text}\n`);
  } catch {
    // A client that does not read our stderr has nobody to tell.
  }
}

export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Says why there is no agent. The exit code that goes with it, as a shell would have it: 126 or 127. */
export function sayNotStarted(program: string, cause: NodeJS.ErrnoException): number {
  const why = cause.code === 'ENOENT' ? 'not found; is it installed and on the PATH?' : cause.message;
  say(`cannot start the agent "${program}": ${why}`);
  return cause.code === 'EACCES' ? 126 : 127;
}
