import { once } from 'node:events';

/** Resolves at Ctrl-C, or when somebody else ends the process. Call it before telling anybody to press Ctrl-C. */
export async function interrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
}
