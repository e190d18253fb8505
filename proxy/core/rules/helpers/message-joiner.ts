import { findJsonFault } from '#core/json/json-fault.ts';
import { createNesting } from '#core/json/json-tokens.ts';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type { Seq } from '#core/units.ts';
import { LF } from '#core/wire/bytes.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import type { FrameEntry, Side } from '#core/wire/entry.ts';
import { toPart, type Message } from '#core/wire/jsonrpc.ts';

/** A line that may be part of a message: not JSON, or JSON that is not a message. */
export interface Piece {
  readonly seq: Seq;
  readonly text: string;
  readonly isJson: boolean;
}

/**
 * The state of lines that may form one message. `held`: not decided. `whole`: together they are a JSON object;
 * `message` is set if it is a message. `apart`: they do not belong together, and `pieces` are the lines that were held;
 * `free` when the current frame is not one of them.
 */
export type Joining =
  | { readonly kind: 'held' }
  | { readonly kind: 'whole'; readonly message: Message | undefined; readonly pieces: readonly Piece[] }
  | { readonly kind: 'apart'; readonly free: boolean; readonly pieces: readonly Piece[] };

/** Limits for joining lines: longer text is not a message. */
const MAX_LINES = 1000;
const MAX_CHARACTERS = 1024 * 1024;

/** How many characters are searched for foreign text. Each new line causes a search of all lines so far. */
const MAX_SEARCHED = 2 * MAX_CHARACTERS;

const HELD = { kind: 'held' } as const;

/** Whether the current frame is one of the lines of a joining. */
export const isPiece = (joining: Joining | undefined): boolean =>
  joining !== undefined && !(joining.kind === 'apart' && joining.free);

/**
 * Finds messages with newlines inside: indented, or with a raw newline in a string. Call `apply` for every frame; it
 * returns undefined for frames that are not part of such a message.
 */
export function createMessageJoiner() {
  const open: Record<Side, Open | undefined> = { client: undefined, agent: undefined };

  function take(from: Side, free: boolean): Joining | undefined {
    const pieces = open[from]?.unreported();
    open[from] = undefined;
    return pieces ? { kind: 'apart', free, pieces } : undefined;
  }

  return {
    apply(frame: FrameEntry, decoded: Decoded): Joining | undefined {
      const { from } = frame;
      const current = open[from];
      if (!current && decoded.kind !== 'not-json') return undefined;
      const text = pieceOf(frame, decoded);
      if (text === undefined) return take(from, true);
      const joined = current ?? begin(text);
      if (!joined) return undefined;
      open[from] = joined;
      joined.add(frame.seq, text, decoded.kind === 'json');
      if (joined.isSpoiled() && !joined.closed() && !joined.isTooLong())
        return { kind: 'apart', free: false, pieces: joined.unreported() };
      const value = joined.closed() && !joined.isSpoiled() ? joined.value() : undefined;
      if (isObject(value)) {
        open[from] = undefined;
        return { kind: 'whole', message: toPart(value, joined.text).message, pieces: joined.pieces };
      }
      return joined.closed() || joined.isTooLong() ? take(from, false) : HELD;
    },

    /** Returns and forgets the held lines of a side, when no line will follow or lines are missing. */
    give: (from: Side): readonly Piece[] => {
      const joining = take(from, true);
      return joining?.kind === 'apart' ? joining.pieces : [];
    },
  };
}

type Open = ReturnType<typeof createOpen>;

/** The text of a line that can be part of a message. Undefined for whole messages and for invalid bytes. */
function pieceOf({ bytes }: FrameEntry, decoded: Decoded): string | undefined {
  if (decoded.kind === 'not-utf8' || bytes.at(-1) !== LF) return undefined;
  if (decoded.kind === 'json' && decoded.parts.some(({ message }) => message)) return undefined;
  return decoded.text.slice(0, -1);
}

function begin(text: string): Open | undefined {
  return text.trimStart().startsWith('{') ? createOpen() : undefined;
}

function createOpen() {
  const pieces: Piece[] = [];
  const lines: string[] = [];
  const nesting = createNesting();
  let size = 0;
  let isSpoiled = false;
  let reported = 0;
  let searched = 0;

  const text = () => lines.join(' '); // a newline between tokens or in a string becomes a space

  return {
    pieces,
    text,
    /** The lines since the last call. */
    unreported(): readonly Piece[] {
      const rest = pieces.slice(reported);
      reported = pieces.length;
      return rest;
    },
    /**
     * True when no further line can complete a message, because other text stands inside. A newline in the name of a
     * member proves that as well. The lines are then reported as they come.
     */
    isSpoiled: () => isSpoiled,
    add(seq: Seq, line: string, isJson: boolean): void {
      pieces.push({ seq, text: line, isJson });
      lines.push(line);
      size += line.length;
      nesting.add(line);
      if (isSpoiled || searched + size > MAX_SEARCHED) return;
      searched += size;
      const fault = findJsonFault(text());
      isSpoiled = fault !== undefined && (!fault.isEnd || fault.isInName === true);
    },
    closed: nesting.isClosed,
    isTooLong: () => lines.length >= MAX_LINES || size > MAX_CHARACTERS,
    value: (): unknown => parseJson(text().replace(/^\u{feff}/u, '')),
  };
}
