import { appendFileSync } from 'node:fs';
import { writeError } from '../replay/playbook/file-error.ts';

/** A line of a fault log. */
export type FaultLogLine =
  | { readonly event: 'started'; readonly faults: readonly string[]; readonly seed: number }
  | { readonly event: 'touched'; readonly fault: string; readonly from: 'client' | 'agent' };

/**
 * Appends a line at once, because the replay may be killed.
 * @throws {AcptapError} `file-unusable`.
 */
export function appendToFaultLog(path: string, line: FaultLogLine): void {
  try {
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  } catch (cause) {
    throw writeError(cause, path);
  }
}
