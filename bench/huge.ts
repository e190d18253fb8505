import type { BenchContext } from './benchmark.ts';
import type { Connection, Run } from './connection.ts';
import { sha256 } from './flood.ts';
import { notifications, requests, responses } from './lines.ts';
import type { WireName } from './wires.ts';

/** Bytes of the huge line, with its newline. */
export const HUGE_BYTES = 64 * 1024 * 1024;

const SMALL = 200;

/** The time of the huge line in each direction, in ms. */
export interface HugeLines {
  readonly fromAgent: number;
  readonly fromClient: number;
}

export const hugeRun = ({ programs }: BenchContext, name: WireName): Run => ({
  name,
  agent: [programs.huge, String(HUGE_BYTES)],
  frames: { client: 2, agent: 2 },
});

/**
 * Sends one huge line each way. Compares hashes after the clock has stopped; the agent's exit code gives its result.
 */
export async function passHugeLines(connection: Connection): Promise<HugeLines> {
  const toAgent = requests(HUGE_BYTES)(1);
  const down = await ask(connection, requests(SMALL)(0), HUGE_BYTES);
  if (sha256(down.chunks) !== sha256([notifications(HUGE_BYTES)(0)]))
    throw new Error('the client received other bytes than were sent');
  const up = await ask(connection, toAgent, SMALL);
  if (sha256(up.chunks) !== sha256([responses(SMALL)(1)])) throw new Error('the client received another answer');
  return { fromAgent: down.ms, fromClient: up.ms };
}

/** Writes a line, and waits for this many bytes. */
function ask({ stdin, stdout }: Connection, line: Buffer, bytes: number): Promise<{ ms: number; chunks: Buffer[] }> {
  const chunks: Buffer[] = [];
  let received = 0;
  return new Promise((resolve) => {
    const began = performance.now();
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received < bytes) return;
      stdout.off('data', take);
      resolve({ ms: performance.now() - began, chunks });
    };
    stdout.on('data', take);
    stdin.write(line);
  });
}
