import type { Running } from './processes.ts';
import { waitFor } from './wait-for.ts';

/** Sends `count` lines of `size` bytes to an agent that echoes, each after the previous one has come back. */
export async function sendEchoLines(agent: Running, count: number, size = 80): Promise<Buffer> {
  const said: Buffer[] = [];
  for (let number = 0; number < count; number++) {
    const head = `{"jsonrpc":"2.0","method":"_line","params":{"number":${number},"filler":"`;
    const line = Buffer.from(`${head.padEnd(size - 4, 'x')}"}}\n`);
    const wanted = agent.stdout().length + line.length;
    said.push(line);
    agent.child.stdin.write(line);
    await waitFor(`line ${number} to come back`, () => agent.stdout().length >= wanted);
  }
  return Buffer.concat(said);
}
