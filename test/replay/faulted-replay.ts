import { replayAgent } from '../../proxy/replay/as-agent.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

/** Replays the turn to a client that sends these lines, and never closes. `got` has the chunks of its input. */
export async function faulted(options: ReplayOptions, lines: readonly string[] = CLIENT) {
  const got: string[] = [];
  let isOver = false;
  const agent = replayAgent(turn(), options);
  void (async () => {
    for await (const chunk of agent.readable) got.push(Buffer.from(chunk).toString('latin1'));
    isOver = true;
  })();
  const writer = agent.writable.getWriter();
  for (const line of lines) await writer.write(bytesOf(line)).catch(() => {});
  await settled();
  return { agent, got, writer, isOver: () => isOver };
}

export const settled = () => new Promise((resolve) => setImmediate(resolve));
