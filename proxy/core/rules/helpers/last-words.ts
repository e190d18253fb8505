import { concat, decodeLossy } from '#core/wire/bytes.ts';
import type { StderrEntry } from '#core/wire/entry.ts';

/** Pieces of stderr that are kept: a stack trace has about ten lines. */
const MAX_PIECES = 32;

/** The characters of a line that are read. */
const MAX_CHARACTERS = 300;

/** `TypeError: x is undefined`, `ValueError: x`, `thread 'main' panicked at …`, `fatal: …`. */
const FAILURE = /^(?:[\w.]*(?:Error|Exception)\b|Caused by\b|fatal\b|panic\b|thread '[^']*' panicked)/;

/** Collects what an agent writes on stderr after its last frame: why it ended, if it crashed. */
export function createLastWords() {
  let pieces: Uint8Array[] = [];
  return {
    add({ bytes }: Pick<StderrEntry, 'bytes'>): void {
      if (pieces.length === MAX_PIECES) pieces.shift();
      pieces.push(bytes);
    },
    /** The agent has sent a frame, so what it wrote before did not end it. */
    forget(): void {
      if (pieces.length > 0) pieces = [];
    },
    /** Returns the last line that names an error, or else the last line. Undefined without any. */
    line(): string | undefined {
      const lines = decodeLossy(concat(pieces))
        .split('\n')
        .map((line) => line.slice(0, MAX_CHARACTERS).trim())
        .filter((line) => line !== '');
      return lines.findLast((line) => FAILURE.test(line)) ?? lines.at(-1);
    },
  };
}
