import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { BenchContext } from './benchmark.ts';
import { freshDataFolder, type FrameCounts } from './data-folder.ts';
import { DIFFERENT } from './peers/end.ts';
import { wire, type WireName } from './wires.ts';

/** Ends a run that hangs; no bench takes this long. */
const HANGING_MS = 300_000;

/** The client's end of a wire. */
export interface Connection {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** `performance.now()` just before the first process was started. */
  readonly startedAt: number;
  /** Peak resident memory so far, in MiB, of the shim or the bare pipe. Linux only. */
  readonly peakMemory: () => number;
}

export interface Run {
  readonly name: WireName;
  /** A peer and its arguments. */
  readonly agent: readonly string[];
  /** The frames that must be recorded, because a wire that records nothing is fast. */
  readonly frames: FrameCounts;
}

/**
 * Connects to an agent over a wire, and ends it after `use`. Resolves when the recorder has finished. Rejects when a
 * process fails or writes to stderr, or when the agent's bytes or the recorded frames are wrong.
 */
export async function overWire<T>(
  { folder, programs }: BenchContext,
  { name, agent, frames }: Run,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const data = freshDataFolder(folder);
  const [command = '', ...args] = [...wire(name, programs).prefix, process.execPath, ...agent];
  const startedAt = performance.now();
  const child = spawn(command, args, { env: data.env });
  const { stdin, stdout, pid } = child;
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  stdin.on('error', () => {}); // its exit code says more
  const hanging = setTimeout(() => child.kill('SIGKILL'), HANGING_MS);
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const endedEarly = closed.then(() => Promise.reject(new Error(`${name}: ended too early: ${stderr}`)));

  try {
    const peakMemory = () => peakMemoryOf(pid);
    const result = await Promise.race([use({ stdin, stdout, startedAt, peakMemory }), endedEarly]);
    endedEarly.catch(() => {}); // from here on the process may end
    stdin.end();
    await closed;
    expectGoodEnd(name, child, stderr);
    await data.settled();
    if (name !== 'direct' && name !== 'bare') expectRecorded(frames, await data.recorded());
    return result;
  } finally {
    clearTimeout(hanging);
    child.kill('SIGKILL'); // has no effect unless it failed
    await closed;
    data.remove();
  }
}

function expectGoodEnd(name: WireName, { exitCode, signalCode }: ChildProcess, stderr: string): void {
  if (exitCode === DIFFERENT) throw new Error(`${name}: the agent received other bytes than were sent`);
  if (exitCode !== 0) throw new Error(`${name}: ended with ${signalCode ?? exitCode}: ${stderr}`);
  if (stderr !== '') throw new Error(`${name}: on stderr: ${stderr}`);
}

function expectRecorded(passed: FrameCounts, { client, agent }: FrameCounts): void {
  if (client === passed.client && agent === passed.agent) return;
  throw new Error(
    `of ${passed.client} frames of the client ${client} are recorded, of ${passed.agent} of the agent ${agent}`,
  );
}

function peakMemoryOf(pid: number | undefined): number {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
