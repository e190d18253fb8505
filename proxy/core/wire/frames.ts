import { concat, LF } from './bytes.ts';

/**
 * Splits the bytes of one direction into frames, each ending with its LF.
 * Joined, the frames are the input byte for byte: nothing is trimmed, decoded or dropped here.
 * Source: "delimited by newlines", https://agentclientprotocol.com/protocol/v1/transports#stdio
 */
export function createFrameSplitter() {
  let pending: Uint8Array[] = [];

  function take(tail: Uint8Array): Uint8Array {
    const frame = pending.length === 0 ? tail : concat([...pending, tail]);
    pending = [];
    return frame;
  }

  return {
    /** The frames that `chunk` completes. They may share memory with it: the caller must not reuse the chunk. */
    *push(chunk: Uint8Array): Generator<Uint8Array> {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        yield take(chunk.subarray(start, end + 1));
        start = end + 1;
      }
      if (start < chunk.length) pending.push(chunk.subarray(start));
    },
    /** The unterminated rest when the pipe closes; undefined when there is none. */
    flush: (): Uint8Array | undefined => (pending.length > 0 ? take(new Uint8Array()) : undefined),
  };
}
