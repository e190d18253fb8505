const LF = 0x0a;

/** Cuts chunks into lines. `push` returns false when a line is longer than `most` bytes. */
export function createLines(most: number) {
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
      return size <= most;
    },
    next: (): string | undefined => lines.shift(),
  };
}
