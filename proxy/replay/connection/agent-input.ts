import { inspect } from 'node:util';
import { LF } from '#core/wire/bytes.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';

interface AgentInputPorts {
  /** Takes a frame of the client. */
  readonly receive: (frame: Uint8Array) => Promise<void>;
  /** Called after each chunk: whether it ended within a line; undefined for one without bytes. */
  readonly onChunk: (isWithinLine: boolean | undefined) => void;
  /** Called before the error for a chunk that is no bytes. */
  readonly onWrongChunk: () => void;
  /** The client has closed the stream; everything before is received. */
  readonly close: () => Promise<void>;
  readonly abort: () => void;
}

/** The agent's input: a stream that the client writes to, cut into frames. */
export function createAgentInput({ receive, onChunk, onWrongChunk, close, abort }: AgentInputPorts) {
  const splitter = createFrameSplitter();
  return new WritableStream<Uint8Array>({
    async write(chunk) {
      if (!(chunk instanceof Uint8Array)) {
        onWrongChunk();
        throw notBytes(chunk);
      }
      for (const frame of splitter.push(chunk)) await receive(frame);
      onChunk(chunk.length > 0 ? chunk.at(-1) !== LF : undefined);
    },
    async close() {
      const rest = splitter.flush();
      if (rest) await receive(rest);
      await close();
    },
    abort,
  });
}

const notBytes = (chunk: unknown): TypeError =>
  new TypeError(
    `a replayed agent hears bytes: write a Uint8Array, not ${inspect(chunk, { maxStringLength: 40, depth: 0 })}`,
  );
