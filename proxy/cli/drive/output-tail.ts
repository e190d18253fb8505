/** The limit where the agent names none: memory must stay bounded. */
const DEFAULT_LIMIT = 8 * 1024 * 1024;

/**
 * Keeps the last bytes of a command's output. Cuts at the beginning and between characters, like `outputByteLimit` of
 * https://agentclientprotocol.com/protocol/v1/terminals.
 */
export function createOutputTail(limit = DEFAULT_LIMIT) {
  let kept: Buffer[] = [];
  let size = 0;
  let truncated = false;

  function add(chunk: Buffer): void {
    kept.push(chunk);
    size += chunk.length;
    if (size <= limit) return;
    truncated = true;
    if (size > 2 * limit) cut(); // not at every chunk, because cutting copies everything
  }

  function cut(): void {
    const whole = Buffer.concat(kept);
    let from = Math.max(0, whole.length - limit);
    while (from < whole.length && from > 0 && isContinuation(whole[from])) from += 1;
    kept = [whole.subarray(from)];
    size = whole.length - from;
  }

  return {
    add,
    current(): { readonly output: string; readonly truncated: boolean } {
      cut();
      return { output: Buffer.concat(kept).toString('utf8'), truncated };
    },
  };
}

/** A byte of UTF-8 in the middle of a character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
