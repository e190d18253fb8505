import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder for `use` and always removes it, even when a signal ends us. Its path contains no links. `onSignal`
 * registers other synchronous work for that case.
 */
export async function inTemporaryFolder<T>(
  name: string,
  use: (path: string, onSignal: (act: () => void) => void) => Promise<T>,
): Promise<T> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `acptap-${name}-`)));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  let alsoDo = () => {};
  const end = (signal: NodeJS.Signals) => {
    alsoDo();
    remove();
    for (const each of SIGNALS) process.removeListener(each, end);
    process.kill(process.pid, signal);
  };
  for (const each of SIGNALS) process.on(each, end);
  try {
    return await use(path, (act) => (alsoDo = act));
  } finally {
    for (const each of SIGNALS) process.removeListener(each, end);
    remove();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
