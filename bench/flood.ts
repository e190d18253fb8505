import { createHash } from 'node:crypto';
import type { BenchContext } from './benchmark.ts';
import type { Connection, Run } from './connection.ts';
import { notifications, requests, responses } from './lines.ts';
import type { WireName } from './wires.ts';

/** Bytes of each line of a flood. */
export const FLOOD_SIZE = 200;

/** How long parts of a flood took to arrive, in ms. The first tenth starts after a twentieth of warm-up. */
export interface Flood {
  readonly all: number;
  readonly firstTenth: number;
  readonly lastTenth: number;
}

export function floodRun({ programs }: BenchContext, name: WireName, frames: number): Run {
  const agent = [programs.flood, String(frames), String(FLOOD_SIZE)];
  return { name, agent, frames: { client: 1, agent: frames + 1 } };
}

/** Prompts the flood peer and reads its output. Compares the bytes after the clock has stopped. */
export async function takeFlood({ stdin, stdout }: Connection, frames: number): Promise<Flood> {
  const bytes = frames * FLOOD_SIZE;
  const chunks: Buffer[] = [];
  let received = 0;
  const marks = [0, 0.05, 0.15, 0.9, 1].map((share) => ({ at: share * bytes, time: 0 }));

  await new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      const now = performance.now();
      chunks.push(chunk);
      received += chunk.length;
      for (const mark of marks) if (received >= mark.at) mark.time ||= now;
      if (received >= bytes + FLOOD_SIZE) resolve();
    });
    stdin.write(requests(FLOOD_SIZE)(0));
  });

  if (sha256(chunks) !== sha256(flooded(frames))) throw new Error('the client received other bytes than were sent');
  const [first = 0, warm = 0, afterFirstTenth = 0, beforeLastTenth = 0, last = 0] = marks.map(({ time }) => time);
  return { all: last - first, firstTenth: afterFirstTenth - warm, lastTenth: last - beforeLastTenth };
}

export function sha256(chunks: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

function* flooded(frames: number): Generator<Buffer> {
  const lines = notifications(FLOOD_SIZE);
  for (let n = 0; n < frames; n += 1) yield lines(n);
  yield responses(FLOOD_SIZE)(0);
}
