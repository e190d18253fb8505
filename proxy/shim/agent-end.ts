import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** How an agent ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * The agent's side of the wire: its streams, its process and its exit. A child process has all of them. An agent behind
 * another transport would write each message as a line, and have neither stderr nor a process.
 */
export interface AgentEnd {
  /** The frames that the agent reads (`input`) and writes (`output`), each a line. */
  readonly input: Writable;
  readonly output: Readable;
  readonly stderr: Readable | undefined;
  /** The agent's process; undefined if it is not on this machine. */
  readonly pid: number | undefined;
  /** Calls `ended` once when the agent has ended. Its last output may still follow. */
  onEnd(ended: (end: Ended) => void): void;
  hasEnded(): boolean;
  /** Sends a signal to the agent. */
  signal(signal: NodeJS.Signals): void;
  /** Ends the agent at once, and reports an exit with this code. */
  endAs(code: number): void;
}

/** A child process as the agent's end. @throws {Error} if it was started without pipes. */
export function childEnd(agent: ChildProcess): AgentEnd {
  const { stdin, stdout, stderr, pid } = agent;
  if (!stdin || !stdout || !stderr) throw new Error('the agent was started without pipes');
  return {
    input: stdin,
    output: stdout,
    stderr,
    pid,
    onEnd: (ended) => void agent.once('exit', (code, signal) => ended({ code, signal })),
    hasEnded: () => agent.exitCode !== null || agent.signalCode !== null,
    signal: (signal) => void agent.kill(signal),
    endAs(code) {
      agent.kill('SIGKILL');
      agent.emit('exit', code, null); // `onEnd` listens once, so the exit by SIGKILL is not reported
    },
  };
}
