const LF = 0x0a;

/** A line above a held frame of 64 MiB in base64. */
const MAX_LINE_BYTES = 96 * 1024 * 1024;

/** Cuts chunks into lines. `push` returns false when a line is too long. */
export function createLines() {
  let rest: Buffer[] = [];
  let size = 0;
  let lines: string[] = [];

  return {
    push(chunk: Buffer): boolean {
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        rest.push(chunk.subarray(start, end));
        lines.push(Buffer.concat(rest).toString());
        [rest, size, start] = [[], 0, end + 1];
      }
      rest.push(chunk.subarray(start));
      size += chunk.length - start;
      return size <= MAX_LINE_BYTES;
    },
    next: (): string | undefined => lines.shift(),
  };
}
