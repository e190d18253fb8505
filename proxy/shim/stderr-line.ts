import { writeSync } from 'node:fs';

/** Writes a line to stderr. */
export const writeStderrLine = (text: string): void => writeStderr(`acptap: ${text}\n`);

/** Writes to stderr synchronously: at the end of the process a buffer would be lost. */
export function writeStderr(bytes: string | Uint8Array): void {
  try {
    writeSync(2, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  } catch {
    // The client does not read our stderr.
  }
}

export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Reports why the agent did not start. Returns the exit code of a shell: 126 or 127. */
export function reportNotStarted(program: string, cause: NodeJS.ErrnoException): number {
  const why = cause.code === 'ENOENT' ? 'not found; is it installed and on the PATH?' : cause.message;
  writeStderrLine(`cannot start the agent "${program}": ${why}`);
  return cause.code === 'EACCES' ? 126 : 127;
}
