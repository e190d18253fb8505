import { Readable } from 'node:stream';
import { execute } from '../../proxy/cli/execute.ts';
import { program } from '../../proxy/cli/program/program.ts';
import type { Answer, CommandOptions } from './processes.ts';

let last: Promise<unknown> = Promise.resolve();

/** Runs a command line, as in `process.argv`, in this process. One at a time, because they share `process`. */
export function runInProcess(argv: readonly string[], options: CommandOptions): Promise<Answer> {
  const answer = last.then(() => run(argv, options));
  last = answer.catch(() => {});
  return answer;
}

async function run(words: readonly string[], { home, env = {}, cwd, input }: CommandOptions): Promise<Answer> {
  const stdout: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  const { argv, exitCode, stdin } = process;
  const restore = [
    changeFolder(cwd),
    catchOutput(process.stdout, stdout),
    catchOutput(process.stderr, stderr),
    changeEnvironment({ ACPTAP_HOME: home, ...env }),
  ];
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
    configurable: true,
  });
  process.argv = [...words];
  process.exitCode = 0;
  try {
    await execute(program(), process.argv);
    const bytes = Buffer.concat(stdout);
    const text = Buffer.concat(stderr).toString('utf8');
    return { code: process.exitCode, bytes, stdout: bytes.toString('utf8'), stderr: text };
  } finally {
    for (const each of restore) each();
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    process.argv = argv;
    process.exitCode = exitCode;
  }
}

/** Collects what is written to a stream. Returns the function that ends it. */
function catchOutput(stream: NodeJS.WriteStream, chunks: Uint8Array[]): () => void {
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Uint8Array.from(chunk));
    const done = more.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  return () => void (stream.write = write);
}

/** Returns the function that goes back. */
function changeFolder(folder: string | undefined): () => void {
  const before = process.cwd();
  if (folder !== undefined) process.chdir(folder);
  return () => {
    if (folder !== undefined) process.chdir(before);
  };
}

/** Sets variables; `undefined` removes one. Returns the function that restores the environment. */
function changeEnvironment(changes: NodeJS.ProcessEnv): () => void {
  const before = { ...process.env };
  const set = ([name, value]: readonly [string, string | undefined]) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const change of Object.entries(changes)) set(change);
  return () => {
    for (const name of Object.keys(process.env)) set([name, before[name]]);
    for (const entry of Object.entries(before)) set(entry);
  };
}
