import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { findProgram, shellPath } from '../../setup/acptap-command.ts';
import { thisMachine } from '../../setup/machine.ts';
import { print } from './output.ts';

/** The person has closed the pager: the command has nothing more to do. */
export class PagerClosedError extends Error {}

/** Where a command writes text for people. */
export interface TextOutput {
  /** Waits until the text is taken. @throws {PagerClosedError}, and what `print` throws. */
  write(text: string): Promise<void>;
  /** Waits until the person has closed the pager. */
  end(): Promise<void>;
}

/** F: ends at once for less than a screen; R: shows colours; X: leaves the text on the screen. */
const LESS = 'less -FRX';

/**
 * Prints through `$ACPTAP_PAGER`, `$PAGER` or less, as git does. Plain without a terminal, on a dumb one, or without
 * the program.
 */
export function openPager(isWanted: boolean, env: NodeJS.ProcessEnv = process.env): TextOutput {
  const command = env['ACPTAP_PAGER'] ?? env['PAGER'] ?? LESS;
  const canPage = process.stdout.isTTY && env['TERM'] !== 'dumb'; // less asks for a key before it prints there
  if (!isWanted || !canPage || !isInstalled(command, env)) return { write: print, async end() {} };
  let pager: Pager | undefined;
  return {
    async write(text) {
      if (text === '') return;
      pager ??= start(command, env);
      if (!(await pager.take(text))) throw new PagerClosedError('the pager was closed');
    },
    async end() {
      await pager?.end();
    },
  };
}

interface Pager {
  /** False when the pager has ended. */
  take(text: string): Promise<boolean>;
  end(): Promise<void>;
}

/** Ignores Ctrl-C while the pager runs: a pager that outlives us leaves the terminal without echo. */
function start(command: string, env: NodeJS.ProcessEnv): Pager {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LESSCHARSET: 'utf-8', ...env },
  });
  const ignore = () => {};
  process.on('SIGINT', ignore);
  const input: Writable = child.stdin;
  input.on('error', ignore); // `take` reports it
  let isGone = false;
  const gone = once(child, 'exit').then(
    () => void (isGone = true),
    () => void (isGone = true),
  );
  return {
    async take(text) {
      const taken = new Promise<void>((resolve) => input.write(text, () => resolve()));
      await Promise.race([taken, gone]);
      return !isGone && !input.errored;
    },
    async end() {
      input.end();
      await gone;
      process.removeListener('SIGINT', ignore);
    },
  };
}

/** False for a program that is missing, and for `cat`, which shows no pages. */
function isInstalled(command: string, env: NodeJS.ProcessEnv): boolean {
  const [, program = ''] = /^\s*(?:\w+=\S*\s+)*["']?([^\s"']*)/.exec(command) ?? [];
  return program !== '' && program !== 'cat' && findProgram(program, shellPath({ env }), thisMachine()) !== undefined;
}
