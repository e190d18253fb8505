import { concat, LF } from './bytes.ts';

/**
 * Splits the bytes of one direction into frames, each ending with its LF. The joined frames equal the input
 * byte for byte: nothing is trimmed, decoded or dropped. Source: "delimited by newlines",
 * https://agentclientprotocol.com/protocol/v1/transports#stdio
 */
export function createFrameSplitter() {
  let pending: Uint8Array[] = [];

  function take(tail: Uint8Array): Uint8Array {
    const frame = pending.length === 0 ? tail : concat([...pending, tail]);
    pending = [];
    return frame;
  }

  return {
    /** Yields the frames that `chunk` completes. They may share its memory, so the caller must not reuse the chunk. */
    *push(chunk: Uint8Array): Generator<Uint8Array> {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        yield take(chunk.subarray(start, end + 1));
        start = end + 1;
      }
      if (start < chunk.length) pending.push(chunk.subarray(start));
    },
    /** Returns the unterminated last frame when the pipe closes; undefined after a whole frame. */
    flush: (): Uint8Array | undefined => (pending.length > 0 ? take(new Uint8Array()) : undefined),
  };
}
