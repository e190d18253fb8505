import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** How an agent ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * The agent's end of the wire: what it reads and writes, its end, and who it is. A child process has all of it; an agent
 * behind another transport would write each message as a line, and have neither stderr nor a process.
 */
export interface AgentEnd {
  /** Its frames: lines that it reads, and lines that it writes. */
  readonly input: Writable;
  readonly output: Readable;
  readonly stderr: Readable | undefined;
  /** Its process on this machine. */
  readonly pid: number | undefined;
  /** Calls `ended` once, when the agent has ended. Its last output may follow. */
  onEnd(ended: (end: Ended) => void): void;
  hasEnded(): boolean;
  /** Asks it to end. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it at once, and counts as an exit with this code. */
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
      agent.emit('exit', code, null); // nothing listens to its own exit, which comes later
    },
  };
}
