import { realpathSync, statSync } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { stringAt } from '#core/json/json.ts';
import { isFileMethod, readsTerminal, releasesTerminal, waitsForTerminal } from '#core/protocol/method-traits.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { noString, notFound, refusal, result } from '../../replay/drive/answer.ts';
import type { Workspace } from '../../replay/drive/recorded-client.ts';
import { rangeOf } from '../../replay/drive/recorded-files.ts';
import { clipped, isMissing, openInside, OutsideError, resolveInside } from './inside.ts';
import { startTerminal, type Terminal } from './terminals.ts';

/** A folder in which a live agent's files and commands are real. */
export interface OpenWorkspace {
  /** Absolute and free of links. */
  readonly root: string;
  readonly serve: Workspace;
  /** Ends every command that still runs. */
  close(): Promise<void>;
  /** The same without waiting, because we are about to end. */
  endNow(): void;
}

/**
 * Opens a folder for an agent. Reads and writes files only inside; refuses paths that lead out. Commands start in it,
 * but may do anything. Calls `note` with each refusal.
 * @throws {AcptapError} `file-unusable` when it is not a folder.
 */
export function openWorkspace(folder: string, note: (text: string) => void): OpenWorkspace {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AcptapError('file-unusable', `the workspace ${folder} is not a folder; make it first`);
  const root = realpathSync(folder);
  const terminals = new Map<string, Terminal>();
  let count = 0;

  async function read(params: unknown): Promise<Outcome> {
    const path = stringAt(params, 'path');
    if (path === undefined) return noString('path');
    const file = await openInside(root, path, 'read');
    try {
      return result({ content: rangeOf(await file.readFile('utf8'), params) });
    } finally {
      await file.close();
    }
  }

  async function write(params: unknown): Promise<Outcome> {
    const [path, content] = [stringAt(params, 'path'), stringAt(params, 'content')];
    if (path === undefined) return noString('path');
    if (content === undefined) return noString('content'); // otherwise the file would be emptied
    const file = await openInside(root, path, 'write');
    try {
      await file.truncate();
      await file.writeFile(content);
      return result({});
    } finally {
      await file.close();
    }
  }

  async function create(params: unknown): Promise<Outcome> {
    const cwd = stringAt(params, 'cwd') ?? root;
    const command = stringAt(params, 'command');
    if (command === undefined) return noString('command');
    const where = await resolveInside(root, cwd);
    if (!statSync(where, { throwIfNoEntry: false })?.isDirectory())
      return refusal(-32602, `Invalid params: the folder ${clipped(cwd)} does not exist`);
    const terminal = await startTerminal(params, where);
    const terminalId = `drive-${++count}`;
    terminals.set(terminalId, terminal);
    return result({ terminalId });
  }

  async function use(method: string, params: unknown): Promise<Outcome> {
    const id = stringAt(params, 'terminalId') ?? '';
    const terminal = terminals.get(id);
    if (!terminal) return refusal(-32602, `There is no terminal ${id}`);
    if (readsTerminal(method)) return result(terminal.output());
    if (waitsForTerminal(method)) return result(await terminal.exited);
    if (releasesTerminal(method)) terminals.delete(id);
    await terminal.kill();
    return result({});
  }

  const verbs: Readonly<Record<string, (params: unknown) => Promise<Outcome>>> = {
    'fs/read_text_file': read,
    'fs/write_text_file': write,
    'terminal/create': create,
    'terminal/output': (params) => use('terminal/output', params),
    'terminal/wait_for_exit': (params) => use('terminal/wait_for_exit', params),
    'terminal/kill': (params) => use('terminal/kill', params),
    'terminal/release': (params) => use('terminal/release', params),
  };

  return {
    root,
    serve(method, params) {
      const verb = verbs[method];
      return verb?.(params).catch((cause: unknown) => refused(method, params, cause));
    },
    endNow() {
      for (const terminal of terminals.values()) terminal.killNow();
    },
    async close() {
      await Promise.all([...terminals.values()].map((terminal) => terminal.kill()));
    },
  };

  function refused(method: string, params: unknown, cause: unknown): Outcome {
    if (!(cause instanceof Error)) throw cause;
    if (cause instanceof OutsideError) {
      note(`${method} was refused: ${cause.message}`);
      return refusal(-32602, `Invalid params: ${cause.message}`);
    }
    if (isMissing(cause) && isFileMethod(method)) return notFound(stringAt(params, 'path') ?? '');
    return refusal(-32603, `${method} failed: ${inWords(cause)}`);
  }
}

/** Removes the system call's path from a message: it is ours, not the agent's. */
const inWords = ({ message }: Error) => message.replace(/, \w+ '[^]*$/u, '');
