import { once } from 'node:events';

/** Resolves at Ctrl-C, SIGTERM or SIGHUP. Call it before printing that Ctrl-C ends the command. */
export async function interrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
}
