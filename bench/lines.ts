/**
 * The lines of the benches, known to both ends in advance: each end compares received with expected lines, which costs
 * almost nothing.
 */

/** Makes line `n` with its newline. The buffer is reused for the next line. */
export type Lines = (n: number) => Buffer;

/** Digits of a line's number, fixed so that all lines have the same size. */
const DIGITS = 10;

/** Requests of `size` bytes, with number `n` as their id. */
export const requests = (size: number): Lines =>
  createLines('{"jsonrpc":"2.0","id":"', '","method":"_bench/ping","params":{"padding":"', '"}}\n', size);

/** The answers to `requests`, of `size` bytes. */
export const responses = (size: number): Lines =>
  createLines('{"jsonrpc":"2.0","id":"', '","result":{"padding":"', '"}}\n', size);

/** Message chunks of `size` bytes, as an agent streams them. */
export const notifications = (size: number): Lines =>
  createLines(
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"bench","update":' +
      '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"',
    ' ',
    '"}}}}\n',
    size,
  );

function createLines(before: string, between: string, after: string, size: number): Lines {
  const padding = size - before.length - DIGITS - between.length - after.length;
  if (padding < 0) throw new Error(`a line of ${size} bytes is too small to hold this message`);
  const line = Buffer.from(`${before}${'0'.repeat(DIGITS)}${between}${'x'.repeat(padding)}${after}`);
  return (n) => {
    line.write(String(n).padStart(DIGITS, '0'), before.length, 'latin1');
    return line;
  };
}

/** Compares a stream in chunks of any size with the expected lines 0, 1, 2, … */
export function createComparison(lines: Lines) {
  let n = 0;
  let offset = 0; // in line n
  let same = true;
  return {
    /** Returns how many lines are complete. */
    take(chunk: Buffer): number {
      for (let at = 0; at < chunk.length;) {
        const line = lines(n);
        const length = Math.min(line.length - offset, chunk.length - at);
        same &&= chunk.compare(line, offset, offset + length, at, at + length) === 0;
        at += length;
        offset += length;
        if (offset < line.length) break;
        offset = 0;
        n += 1;
      }
      return n;
    },
    isSame: () => same,
  };
}
